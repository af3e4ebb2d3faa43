/** Id of the site's row in `topic_windows`, next to those of topics. */
export const SITE = 0;
