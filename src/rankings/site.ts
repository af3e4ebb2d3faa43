/** Id of the whole site in `topic_windows`, where other ids are those of topics. */
export const SITE = 0;
