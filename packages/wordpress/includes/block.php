<?php
/**
 * The block “Newsgauge”.
 *
 * @package Newsgauge
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers the block and its editor script.
 */
function newsgauge_register_block() {
	$script = dirname( __DIR__ ) . '/block/editor.js';
	wp_register_script(
		'newsgauge-editor',
		plugins_url( 'block/editor.js', __DIR__ ),
		array( 'wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element', 'wp-i18n', 'wp-server-side-render' ),
		(string) filemtime( $script ),
		true
	);
	wp_set_script_translations( 'newsgauge-editor', 'newsgauge' );
	$choices = array_map( 'newsgauge_options', newsgauge_choices() );
	wp_add_inline_script( 'newsgauge-editor', 'window.newsgaugeChoices = ' . wp_json_encode( $choices ) . ';', 'before' );
	register_block_type( dirname( __DIR__ ) . '/block', array( 'render_callback' => 'newsgauge_render_block' ) );
}

/**
 * Converts labels by value to the options of a select control.
 *
 * @param array<string, string> $labels Labels by value.
 * @return array<int, array<string, string>>
 */
function newsgauge_options( $labels ) {
	$options = array();
	foreach ( $labels as $value => $label ) {
		$options[] = array(
			'value' => $value,
			'label' => $label,
		);
	}
	return $options;
}

/**
 * Returns the HTML of the block. Readers see nothing if the plugin is not configured.
 *
 * @param array<string, mixed> $attributes Attributes of the block.
 * @return string
 */
function newsgauge_render_block( $attributes ) {
	$settings = newsgauge_settings();
	if ( '' === $settings['server'] || '' === $settings['key'] ) {
		return current_user_can( 'edit_posts' )
			? '<p>' . esc_html__( 'Newsgauge: enter the server address and a key under Settings > Newsgauge. Readers do not see this block.', 'newsgauge' ) . '</p>'
			: '';
	}
	$address = newsgauge_frame_address( $attributes, $settings );
	if ( '' === $address ) {
		return '';
	}
	// No version is added to the address, because the service sets how long browsers cache the script.
	wp_enqueue_script( 'newsgauge-embed', $settings['server'] . '/embed.js', array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters.MissingVersion
	$title = newsgauge_text( $attributes, 'title' );
	return sprintf(
		'<div %1$s><iframe data-newsgauge title="%2$s" height="%3$d" style="width:100%%;border:0" src="%4$s"></iframe></div>',
		get_block_wrapper_attributes(),
		esc_attr( '' === $title ? __( 'Industry news', 'newsgauge' ) : $title ),
		min( 20000, max( 100, absint( $attributes['height'] ?? 600 ) ) ),
		esc_url( $address, array( 'http', 'https' ) )
	);
}

/**
 * Returns the address of the frame, or an empty text if the block shows related articles outside a post.
 *
 * @param array<string, mixed> $attributes Attributes of the block.
 * @param array<string, mixed> $settings   Settings of the plugin.
 * @return string
 */
function newsgauge_frame_address( $attributes, $settings ) {
	$content    = newsgauge_choice( 'content', $attributes['content'] ?? '' );
	$is_list    = 'trending' !== $content;
	$has_filter = in_array( $content, array( 'feed', 'related' ), true );
	$parameters = $has_filter ? newsgauge_filters( $attributes['filters'] ?? '' ) : array();

	$parameters['limit'] = newsgauge_limit( empty( $attributes['limit'] ) ? $settings['limit'] : $attributes['limit'] );
	foreach ( array( 'theme', 'layout', 'language' ) as $name ) {
		$parameters[ $name ] = newsgauge_choice( $name, empty( $attributes[ $name ] ) ? $settings[ $name ] : $attributes[ $name ] );
	}
	$parameters['title'] = mb_substr( newsgauge_text( $attributes, 'heading' ), 0, 100 );
	if ( $is_list ) {
		$parameters['output'] = 'html';
		// The preview in the editor reports nothing, because an editor is not a reader.
		$parameters['views'] = ! empty( $attributes['views'] ) && ! newsgauge_is_preview() ? '1' : '';
	} else {
		unset( $parameters['layout'] );
		$parameters['limit'] = min( 50, $parameters['limit'] );
	}
	if ( 'recommended' === $content ) {
		unset( $parameters['limit'] );
	}
	if ( 'related' === $content ) {
		$permalink = get_permalink();
		if ( ! $permalink ) {
			return '';
		}
		$parameters['url'] = $permalink;
	}
	$paths                = array(
		'feed'        => '/api/v2/feed',
		'related'     => '/api/v2/feed/related',
		'search'      => '/feeds/' . rawurlencode( sanitize_title( newsgauge_text( $attributes, 'search' ) ) ) . '/',
		'recommended' => '/api/v2/feed-recommended',
		'trending'    => '/embed/trending',
	);
	$parameters['apiKey'] = $settings['key'];
	return $settings['server'] . $paths[ $content ] . '?' . http_build_query( array_filter( $parameters, 'newsgauge_is_set' ), '', '&', PHP_QUERY_RFC3986 );
}

/**
 * Returns an attribute as plain text.
 *
 * @param array<string, mixed> $attributes Attributes of the block.
 * @param string               $name       Name of the attribute.
 * @return string
 */
function newsgauge_text( $attributes, $name ) {
	$value = $attributes[ $name ] ?? '';
	return is_string( $value ) ? sanitize_text_field( $value ) : '';
}

/**
 * Parses filters such as includeTopics=1,2&includeCountries=GB. Keys, formats and other pages of a list are left out.
 *
 * @param mixed $text Filters as a query string.
 * @return array<string, string>
 */
function newsgauge_filters( $text ) {
	$parsed = array();
	wp_parse_str( is_string( $text ) ? ltrim( trim( $text ), '?' ) : '', $parsed );
	$filters = array();
	foreach ( $parsed as $name => $value ) {
		$is_filter = 1 === preg_match( '/^(include|exclude)[A-Za-z]+$|^(articleTypes|additionalSources|searchTerms|stories)$/D', (string) $name );
		if ( $is_filter && is_string( $value ) ) {
			$filters[ $name ] = sanitize_text_field( $value );
		}
	}
	return $filters;
}

/**
 * Whether the editor has requested the block for its preview.
 *
 * @return bool
 */
function newsgauge_is_preview() {
	return defined( 'REST_REQUEST' ) && REST_REQUEST;
}

/**
 * Whether a parameter has a value.
 *
 * @param mixed $value Value.
 * @return bool
 */
function newsgauge_is_set( $value ) {
	return '' !== $value;
}
