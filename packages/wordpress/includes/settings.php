<?php
/**
 * Settings: the server, the publishable key and the defaults of the block.
 *
 * @package Newsgauge
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the allowed values of settings and block attributes, with their labels.
 *
 * @return array<string, array<string, string>>
 */
function newsgauge_choices() {
	return array(
		'content'  => array(
			'feed'        => __( 'Articles', 'newsgauge' ),
			'related'     => __( 'Related articles', 'newsgauge' ),
			'search'      => __( 'Saved search', 'newsgauge' ),
			'recommended' => __( 'Editors’ choice', 'newsgauge' ),
			'trending'    => __( 'Trending topics', 'newsgauge' ),
		),
		'theme'    => array(
			'auto'  => __( 'As the reader’s system', 'newsgauge' ),
			'light' => __( 'Light', 'newsgauge' ),
			'dark'  => __( 'Dark', 'newsgauge' ),
		),
		'layout'   => array(
			'auto'      => __( 'Automatic', 'newsgauge' ),
			'cards'     => __( 'Cards', 'newsgauge' ),
			'list'      => __( 'List', 'newsgauge' ),
			'headlines' => __( 'Headlines', 'newsgauge' ),
			'ticker'    => __( 'Ticker', 'newsgauge' ),
		),
		'language' => array(
			'auto' => __( 'The reader’s', 'newsgauge' ),
			'en'   => 'English',
			'de'   => 'Deutsch',
			'fr'   => 'Français',
			'es'   => 'Español',
			'it'   => 'Italiano',
			'nl'   => 'Nederlands',
			'pt'   => 'Português',
			'ja'   => '日本語',
			'zh'   => '中文',
			'ko'   => '한국어',
			'ar'   => 'العربية',
			'ru'   => 'Русский',
		),
	);
}

/**
 * Returns the settings. Invalid stored values count as unset.
 *
 * @return array<string, mixed>
 */
function newsgauge_settings() {
	$stored = get_option( NEWSGAUGE_OPTION, array() );
	$stored = is_array( $stored ) ? $stored : array();
	return array(
		'server'   => newsgauge_valid_server( $stored['server'] ?? '' ),
		'key'      => newsgauge_is_publishable_key( $stored['key'] ?? '' ) ? $stored['key'] : '',
		'limit'    => newsgauge_limit( $stored['limit'] ?? 6 ),
		'theme'    => newsgauge_choice( 'theme', $stored['theme'] ?? '' ),
		'layout'   => newsgauge_choice( 'layout', $stored['layout'] ?? '' ),
		'language' => newsgauge_choice( 'language', $stored['language'] ?? '' ),
	);
}

/**
 * Returns an allowed value: the given one, or the first.
 *
 * @param string $name  Name of the setting.
 * @param mixed  $value Value.
 * @return string
 */
function newsgauge_choice( $name, $value ) {
	$choices = newsgauge_choices()[ $name ];
	return is_string( $value ) && isset( $choices[ $value ] ) ? $value : (string) array_key_first( $choices );
}

/**
 * Returns a number of articles from 1 to 100.
 *
 * @param mixed $value Value.
 * @return int
 */
function newsgauge_limit( $value ) {
	return min( 100, max( 1, is_scalar( $value ) ? absint( $value ) : 1 ) );
}

/**
 * Returns true only for publishable keys, because every reader of a page can read its key.
 *
 * @param mixed $key Key.
 * @return bool
 */
function newsgauge_is_publishable_key( $key ) {
	return is_string( $key ) && 1 === preg_match( '/^ngp_[0-9A-Za-z]{34}$/D', $key );
}

/**
 * Returns the origin of a server, or an empty text if the address is invalid. HTTP is allowed on this machine only.
 *
 * @param mixed $address Address.
 * @return string
 */
function newsgauge_valid_server( $address ) {
	$parts   = is_string( $address ) ? wp_parse_url( trim( $address ) ) : false;
	$host    = is_array( $parts ) ? ( $parts['host'] ?? '' ) : '';
	$scheme  = is_array( $parts ) ? ( $parts['scheme'] ?? '' ) : '';
	$schemes = in_array( $host, array( 'localhost', '127.0.0.1', '[::1]' ), true ) ? array( 'http', 'https' ) : array( 'https' );
	if ( 1 !== preg_match( '/^([\w.-]+|\[[\da-f:]+\])$/iD', $host ) || ! in_array( $scheme, $schemes, true ) || isset( $parts['user'] ) ) {
		return '';
	}
	return $scheme . '://' . $host . ( isset( $parts['port'] ) ? ':' . absint( $parts['port'] ) : '' );
}

/**
 * Checks submitted settings. Invalid values are reported, and the stored ones stay.
 *
 * @param mixed $input Submitted values.
 * @return array<string, mixed>
 */
function newsgauge_sanitize_settings( $input ) {
	$input    = is_array( $input ) ? $input : array();
	$settings = newsgauge_settings();
	$address  = sanitize_text_field( $input['server'] ?? '' );
	$server   = newsgauge_valid_server( $address );
	$key      = sanitize_text_field( $input['key'] ?? '' );
	if ( '' !== $address && '' === $server ) {
		add_settings_error( NEWSGAUGE_OPTION, 'server', __( 'The server address must begin with https://.', 'newsgauge' ) );
	} else {
		$settings['server'] = $server;
	}
	if ( 1 === preg_match( '/^ng[soj]_/', $key ) ) {
		add_settings_error( NEWSGAUGE_OPTION, 'key', __( 'This key is secret. Anyone could read it on your pages. Revoke it if others have seen it, and use a publishable key, which begins with ngp_.', 'newsgauge' ) );
	} elseif ( '' !== $key && ! newsgauge_is_publishable_key( $key ) ) {
		add_settings_error( NEWSGAUGE_OPTION, 'key', __( 'This is not a publishable key. A publishable key has 38 characters and begins with ngp_.', 'newsgauge' ) );
	} else {
		$settings['key'] = $key;
	}
	$settings['limit'] = newsgauge_limit( $input['limit'] ?? $settings['limit'] );
	foreach ( array( 'theme', 'layout', 'language' ) as $name ) {
		$settings[ $name ] = newsgauge_choice( $name, $input[ $name ] ?? $settings[ $name ] );
	}
	return $settings;
}
