<?php
/**
 * Page Settings > Newsgauge.
 *
 * @package Newsgauge
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers the settings and their fields.
 */
function newsgauge_register_settings() {
	register_setting(
		'newsgauge',
		NEWSGAUGE_OPTION,
		array(
			'type'              => 'object',
			'sanitize_callback' => 'newsgauge_sanitize_settings',
			'default'           => array(),
			'show_in_rest'      => false,
		)
	);
	add_settings_section( 'newsgauge_service', __( 'Service', 'newsgauge' ), '__return_null', 'newsgauge' );
	add_settings_section( 'newsgauge_defaults', __( 'Defaults of the block', 'newsgauge' ), '__return_null', 'newsgauge' );
	$fields = array(
		'server'   => array( __( 'Server address', 'newsgauge' ), 'newsgauge_service' ),
		'key'      => array( __( 'Publishable key', 'newsgauge' ), 'newsgauge_service' ),
		'limit'    => array( __( 'Articles', 'newsgauge' ), 'newsgauge_defaults' ),
		'theme'    => array( __( 'Colours', 'newsgauge' ), 'newsgauge_defaults' ),
		'layout'   => array( __( 'Layout', 'newsgauge' ), 'newsgauge_defaults' ),
		'language' => array( __( 'Language', 'newsgauge' ), 'newsgauge_defaults' ),
	);
	foreach ( $fields as $name => list( $label, $section ) ) {
		$arguments = array(
			'name'      => $name,
			'label_for' => 'newsgauge-' . $name,
		);
		add_settings_field( 'newsgauge-' . $name, $label, 'newsgauge_render_field', 'newsgauge', $section, $arguments );
	}
}

/**
 * Prints an input or a list of choices.
 *
 * @param array<string, string> $arguments Name of the setting and id of its field.
 */
function newsgauge_render_field( $arguments ) {
	$name     = $arguments['name'];
	$settings = newsgauge_settings();
	$choices  = newsgauge_choices();
	$hints    = array(
		'server' => __( 'For example https://news.example.com', 'newsgauge' ),
		'key'    => __( 'Begins with ngp_. Bind it to this site, because anyone who opens a page can read it.', 'newsgauge' ),
	);
	if ( isset( $choices[ $name ] ) ) {
		printf( '<select id="%1$s" name="%2$s">', esc_attr( $arguments['label_for'] ), esc_attr( NEWSGAUGE_OPTION . '[' . $name . ']' ) );
		foreach ( $choices[ $name ] as $value => $label ) {
			printf( '<option value="%1$s" %2$s>%3$s</option>', esc_attr( $value ), selected( $settings[ $name ], $value, false ), esc_html( $label ) );
		}
		echo '</select>';
		return;
	}
	printf(
		'<input id="%1$s" name="%2$s" type="%3$s" value="%4$s" class="%5$s" autocomplete="off" spellcheck="false" />',
		esc_attr( $arguments['label_for'] ),
		esc_attr( NEWSGAUGE_OPTION . '[' . $name . ']' ),
		esc_attr( 'limit' === $name ? 'number' : 'text' ),
		esc_attr( $settings[ $name ] ),
		esc_attr( 'limit' === $name ? 'small-text' : 'regular-text code' )
	);
	if ( isset( $hints[ $name ] ) ) {
		printf( '<p class="description">%s</p>', esc_html( $hints[ $name ] ) );
	}
}

/**
 * Adds the page to the menu.
 */
function newsgauge_add_settings_page() {
	add_options_page( __( 'Newsgauge', 'newsgauge' ), __( 'Newsgauge', 'newsgauge' ), 'manage_options', 'newsgauge', 'newsgauge_render_settings_page' );
}

/**
 * Adds a link to the page in the list of plugins.
 *
 * @param string[] $links Links of the plugin.
 * @return string[]
 */
function newsgauge_action_links( $links ) {
	$link = sprintf( '<a href="%1$s">%2$s</a>', esc_url( admin_url( 'options-general.php?page=newsgauge' ) ), esc_html__( 'Settings', 'newsgauge' ) );
	return array_merge( array( $link ), $links );
}

/**
 * Prints the page.
 */
function newsgauge_render_settings_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	list( $type, $message ) = newsgauge_status();
	?>
	<div class="wrap">
		<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
		<div class="notice notice-<?php echo esc_attr( $type ); ?> inline" id="newsgauge-status"><p><?php echo esc_html( $message ); ?></p></div>
		<form action="options.php" method="post">
			<?php
			settings_fields( 'newsgauge' );
			do_settings_sections( 'newsgauge' );
			submit_button();
			?>
		</form>
	</div>
	<?php
}

/**
 * Checks whether the service accepts the key on this site.
 *
 * @return array{0: string, 1: string} Type of a notice, and its text.
 */
function newsgauge_status() {
	$settings = newsgauge_settings();
	if ( '' === $settings['server'] || '' === $settings['key'] ) {
		return array( 'info', __( 'Enter the server address and a publishable key. Then add the block “Newsgauge” to a page.', 'newsgauge' ) );
	}
	$home    = wp_parse_url( home_url() );
	$origin  = $home['scheme'] . '://' . $home['host'] . ( isset( $home['port'] ) ? ':' . $home['port'] : '' );
	$headers = array(
		'X-API-Key' => $settings['key'],
		'Origin'    => $origin,
	);
	$answer  = wp_remote_get(
		$settings['server'] . '/api/v2/feed/?limit=1',
		array(
			'headers'     => $headers,
			'timeout'     => 5,
			'redirection' => 0,
		)
	);
	switch ( wp_remote_retrieve_response_code( $answer ) ) {
		case 200:
			return array( 'success', __( 'Connected. The service accepts the key on this site.', 'newsgauge' ) );
		case 401:
			return array( 'error', __( 'The service does not know this key. It may be revoked or expired.', 'newsgauge' ) );
		case 403:
			/* translators: %s: origin of this site, such as https://www.example.org */
			return array( 'error', sprintf( __( 'The key is not bound to %s. Ask your publisher to add this site.', 'newsgauge' ), $origin ) );
		default:
			return array( 'warning', __( 'The service did not answer. Check the server address, or try again later.', 'newsgauge' ) );
	}
}
