<?php
/**
 * Plugin Name:       Newsgauge
 * Description:       Shows articles, related articles or trending topics of a newsgauge service in a block.
 * Version:           1.0.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            newsgauge
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       newsgauge
 *
 * @package Newsgauge
 */

defined( 'ABSPATH' ) || exit;

define( 'NEWSGAUGE_OPTION', 'newsgauge_settings' );

require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/settings-page.php';
require_once __DIR__ . '/includes/block.php';

add_action( 'init', 'newsgauge_register_block' );
add_action( 'admin_init', 'newsgauge_register_settings' );
add_action( 'admin_menu', 'newsgauge_add_settings_page' );
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), 'newsgauge_action_links' );
