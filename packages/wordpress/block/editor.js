/** Editor of the block “Newsgauge”. It needs no build: WordPress provides the libraries. */
((wp) => {
  const { createElement: el, Fragment } = wp.element;
  const { InspectorControls, useBlockProps } = wp.blockEditor;
  const { Disabled, PanelBody, SelectControl, TextControl, ToggleControl } = wp.components;
  const { __ } = wp.i18n;
  const Preview = wp.serverSideRender;
  const choices = window.newsgaugeChoices;

  const withDefault = (options) => [{ value: '', label: __('Default of the settings', 'newsgauge') }, ...options];

  function Edit({ attributes, setAttributes }) {
    const { content } = attributes;
    const isList = content !== 'trending';
    const hasFilters = content === 'feed' || content === 'related';
    const field = (Control, name, label, options = {}) =>
      el(Control, {
        key: name,
        label,
        [Control === ToggleControl ? 'checked' : 'value']: attributes[name],
        onChange: (value) => setAttributes({ [name]: options.type === 'number' ? Number(value) : value }),
        ...options,
      });
    const shown = [
      field(SelectControl, 'content', __('Show', 'newsgauge'), { options: choices.content }),
      content === 'search' && field(TextControl, 'search', __('Slug of the saved search', 'newsgauge')),
      hasFilters &&
        field(TextControl, 'filters', __('Filters', 'newsgauge'), {
          help: __('Parameters of the feed, such as includeTopics=1,2&includeCountries=GB', 'newsgauge'),
        }),
      content !== 'recommended' &&
        field(TextControl, 'limit', isList ? __('Articles', 'newsgauge') : __('Topics', 'newsgauge'), {
          type: 'number',
          min: 0,
          max: isList ? 100 : 50,
          help: __('0 is the default of the settings', 'newsgauge'),
        }),
    ];
    const look = [
      field(TextControl, 'heading', __('Heading', 'newsgauge')),
      field(SelectControl, 'theme', __('Colours', 'newsgauge'), { options: withDefault(choices.theme) }),
      isList && field(SelectControl, 'layout', __('Layout', 'newsgauge'), { options: withDefault(choices.layout) }),
      field(SelectControl, 'language', __('Language', 'newsgauge'), { options: withDefault(choices.language) }),
      field(TextControl, 'title', __('Title for screen readers', 'newsgauge')),
      isList && field(ToggleControl, 'views', __('Report seen positions', 'newsgauge')),
    ];
    return el(
      Fragment,
      null,
      el(
        InspectorControls,
        null,
        el(PanelBody, { title: __('Articles', 'newsgauge') }, shown),
        el(PanelBody, { title: __('Look', 'newsgauge') }, look),
      ),
      el(
        'div',
        useBlockProps(),
        el(Disabled, null, el(Preview, { block: 'newsgauge/feed', attributes, httpMethod: 'POST' })),
      ),
    );
  }

  wp.blocks.registerBlockType('newsgauge/feed', { edit: Edit, save: () => null });
})(window.wp);
