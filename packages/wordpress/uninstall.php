<?php
/**
 * Removes the settings when the plugin is deleted.
 *
 * @package Newsgauge
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'newsgauge_settings' );
