// Generated from the API description by `npm run generate`.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated

export interface paths {
    "/api/v2/feed/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles, newest first
         * @description Values inside one filter are OR, filters among each other AND. All lists together hold at most 250 values, of which each word of searchTerms is one. Secret, publishable and operator keys.
         */
        get: operations["getFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/feed-recommended/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The daily collection of the editorial team
         * @description Articles in editorial order. A day without a selection is an empty list. Secret, publishable and operator keys.
         */
        get: operations["getRecommended"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/geography/list/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Geographic groups with their countries
         * @description By name. Secret, publishable and operator keys.
         */
        get: operations["getGeography"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/topics/list/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All topics
         * @description By name. Secret, publishable and operator keys.
         */
        get: operations["getTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/companies/list/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All companies
         * @description By name. Secret, publishable and operator keys.
         */
        get: operations["getCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/topics/trending/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trending topics
         * @description Ranked by reader engagement, most popular first. Secret, publishable and operator keys.
         */
        get: operations["getTrending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/popular-content/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Most-clicked content, flat or in groups
         * @description Without `breakdown` one list; with it a list per group, of the last 7 days. Secret and operator keys.
         */
        get: operations["getPopularContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/rising-content/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Content that is gaining readers now
         * @description Engagement of the last 7 days that fades as the site is clicked: what readers have turned to lately comes first. Quiet hours and weekends need no season. Secret and operator keys.
         */
        get: operations["getRisingContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/trending-topics/growth/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Topics with the largest growth in engagement
         * @description The last 168 complete hours against the 168 before, strongest growth first; topics without engagement in the previous window lead. Secret and operator keys.
         */
        get: operations["getGrowth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/week/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a week has changed: what rose, fell, is new, and is read with what
         * @description JSON is the last seven days, by the hour. RSS has an item for each week that has ended, as it was on Monday in the publisher’s time zone, for half a year. Neither holds a count. Secret and operator keys.
         */
        get: operations["getWeek"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/trending-topics/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Topics by engagement across their content
         * @description Most popular first. Secret and operator keys.
         */
        get: operations["getTrendingTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/topics/{id}/content/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Most-clicked content of a topic
         * @description Most engaged first. Secret and operator keys.
         */
        get: operations["getTopicContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/topics/{id}/co-topics/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Topics that occur together with a topic
         * @description On content clicked within the topic, ranked by engagement; without the topic itself. Secret and operator keys.
         */
        get: operations["getCoTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/topics/{id}/history/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Engagement of a topic by day
         * @description As parts of its own highest day, so that it tells no counts. Secret and operator keys.
         */
        get: operations["getTopicHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/content/{id}/history/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Engagement of an article by day
         * @description As parts of its own highest day, so that it tells no counts. Secret and operator keys.
         */
        get: operations["getContentHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/audience/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who reads a topic more than the site
         * @description With `topic` the index of every audience there; without it, for each audience, the ten topics with the highest index. Secret and operator keys.
         */
        get: operations["getAudience"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/content/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One article in all analytics
         * @description Its ranks on the site, in its topics and in groups, its history, its audience, and how it is growing. With riskManagement only among content tagged 47. Secret and operator keys.
         */
        get: operations["getContentInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/annotations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened on days, as editors have noted it
         * @description For the days that histories have, and for the running day. Secret and operator keys.
         */
        get: operations["getAnnotations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/insights/pictures/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pictures of articles, and the icons of their sources
         * @description For lists of content items, which hold no pictures. Articles that do not exist or are not published yet are left out. Secret and operator keys.
         */
        get: operations["getPictures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles of a saved search, newest first
         * @description Secret, publishable and operator keys.
         */
        get: operations["getSavedFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clicks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a click
         * @description For `sendBeacon`. The publishable key is in the body; at most 4 KB.
         */
        post: operations["postClick"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/go/{contentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go to an article and count the click
         * @description For RSS readers and mail, by a publishable key or by a token as `tracked=1` writes it. The reader gets the article also where nobody has clicked: `X-Click` says why.
         */
        get: operations["followLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles, page by page, also those to come
         * @description Values inside one filter are alternatives; filters among each other all hold.
         */
        get: operations["listArticles"];
        /** Publish articles */
        put: operations["putArticles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/articles/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why an article has its tags
         * @description Whether a hand or a rule has set each tag, and what the text says of it by the rules as they are.
         */
        get: operations["getArticleTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/articles/propose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a page and propose an article, its source and its feeds
         * @description Reads Open Graph, JSON-LD, Dublin Core and the page’s own title. Nothing is stored. Only addresses on the public internet are read, 10 MB and 20 seconds at most.
         */
        post: operations["proposeArticle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/articles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an article
         * @description Tags that rules have set and that are sent back stay theirs; a tag that is left out is not set by rules again.
         */
        get: operations["getArticle"];
        /**
         * Add or replace an article
         * @description Tags that rules have set and that are sent back stay theirs; a tag that is left out is not set by rules again.
         */
        put: operations["putArticle"];
        post?: never;
        /**
         * Delete an article
         * @description What names it loses the name in the same transaction. It can be put back for 30 days.
         */
        delete: operations["deleteArticle"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/articles/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put back an article that was deleted or merged within the last 30 days */
        post: operations["restoreArticle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sources, page by page, with the health of their feeds */
        get: operations["getSources"];
        /** Add or change sources */
        put: operations["putSources"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/sources/opml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All feeds as OPML 2.0 */
        get: operations["getOpml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/sources/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a source */
        get: operations["getSource"];
        /** Add or replace a source */
        put: operations["putSource"];
        post?: never;
        /**
         * Delete a source
         * @description What names it loses the name in the same transaction. It can be put back for 30 days.
         */
        delete: operations["deleteSource"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/sources/{domain}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put back a source that was deleted or merged within the last 30 days */
        post: operations["restoreSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/sources/{domain}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a source into another
         * @description What names it names the other one from then on. It can be put back for 30 days, with the articles it had.
         */
        post: operations["mergeSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Topics, page by page */
        get: operations["listTopics"];
        /** Add or change topics */
        put: operations["putTopics"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/topics/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a topic */
        get: operations["getTopic"];
        /** Add or replace a topic */
        put: operations["putTopic"];
        post?: never;
        /**
         * Delete a topic
         * @description What names it loses the name in the same transaction. It can be put back for 30 days.
         */
        delete: operations["deleteTopic"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/topics/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put back a topic that was deleted or merged within the last 30 days */
        post: operations["restoreTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/topics/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a topic into another
         * @description What names it names the other one from then on. It can be put back for 30 days, with the articles it had.
         */
        post: operations["mergeTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Companies, page by page */
        get: operations["listCompanies"];
        /** Add or change companies */
        put: operations["putCompanies"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/companies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a company */
        get: operations["getCompany"];
        /** Add or replace a company */
        put: operations["putCompany"];
        post?: never;
        /**
         * Delete a company
         * @description What names it loses the name in the same transaction. It can be put back for 30 days.
         */
        delete: operations["deleteCompany"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/companies/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put back a company that was deleted or merged within the last 30 days */
        post: operations["restoreCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/companies/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a company into another
         * @description What names it names the other one from then on. It can be put back for 30 days, with the articles it had.
         */
        post: operations["mergeCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/geo-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Geo groups, page by page */
        get: operations["listGeoGroups"];
        /** Add or change geo groups */
        put: operations["putGeoGroups"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/geo-groups/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a geo group */
        get: operations["getGeoGroup"];
        /** Add or replace a geo group */
        put: operations["putGeoGroup"];
        post?: never;
        /**
         * Delete a geo group
         * @description What names it loses the name in the same transaction. It can be put back for 30 days.
         */
        delete: operations["deleteGeoGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/geo-groups/{slug}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put back a geo group that was deleted or merged within the last 30 days */
        post: operations["restoreGeoGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rules that tag articles, by kind, page by page */
        get: operations["getRules"];
        /**
         * Add, change or remove rules that tag articles
         * @description Words and phrases are found as whole words in title and introduction. Accents never matter, capitals only in abbreviations of up to
         *     four letters (`US`, `D&O`). The last word also matches its English plural; with a `*` at its end it matches every word that begins with it.
         *
         *     An exclusion that overlaps a word of its rule cancels it there (*New Mexico* is not Mexico); one elsewhere in the text keeps
         *     the rule from tagging that text at all. What lies inside a longer name of a company, country or geo group does not count.
         *
         *     Companies, countries and geo groups are known by their names without any rule, countries by their demonyms, too; a rule adds to that. Topics
         *     are known by their rules alone. A rule without words and exclusions is removed.
         */
        put: operations["putRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/rules/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Where a rule would match among the newest 500 articles; nothing is stored */
        post: operations["tryRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/rules/{kind}/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a rule */
        get: operations["getRule"];
        /** Add or replace a rule */
        put: operations["putRule"];
        post?: never;
        /**
         * Delete a rule
         * @description What names it loses the name in the same transaction. It can be put back for 30 days.
         */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/rules/{kind}/{ref}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put back a rule that was deleted or merged within the last 30 days */
        post: operations["restoreRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Saved searches, page by page */
        get: operations["listSearches"];
        /** Add or change saved searches */
        put: operations["putSearches"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/searches/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a saved search */
        get: operations["getSearch"];
        /** Add or replace a saved search */
        put: operations["putSearch"];
        post?: never;
        /**
         * Delete a saved search
         * @description What names it loses the name in the same transaction.
         */
        delete: operations["deleteSearch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Annotations of days, newest first, page by page */
        get: operations["listAnnotations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/annotations/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an annotation
         * @description A sentence about a day, shown with histories to everybody who may read analytics: with every one, as it is about the whole site.
         */
        get: operations["getAnnotation"];
        /**
         * Add or replace an annotation
         * @description A sentence about a day, shown with histories to everybody who may read analytics: with every one, as it is about the whole site.
         */
        put: operations["putAnnotation"];
        post?: never;
        /**
         * Delete an annotation
         * @description What names it loses the name in the same transaction.
         */
        delete: operations["deleteAnnotation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/annotations/{date}/{scope}/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an annotation of one topic or article
         * @description A sentence about a day, shown with histories to everybody who may read analytics: with that of one topic or article.
         */
        get: operations["getAnnotationOf"];
        /**
         * Add or replace an annotation of one topic or article
         * @description A sentence about a day, shown with histories to everybody who may read analytics: with that of one topic or article.
         */
        put: operations["putAnnotationOf"];
        post?: never;
        /**
         * Delete an annotation of one topic or article
         * @description What names it loses the name in the same transaction.
         */
        delete: operations["deleteAnnotationOf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/recommended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Days that have a selection, by date */
        get: operations["getRecommendedDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/recommended/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The selection of a day, also of one to come */
        get: operations["getRecommendedDay"];
        /**
         * Select the articles of a day, in editorial order
         * @description With `If-Match` or `version`, the version that was seen, a selection that somebody else has changed since stays as it is.
         */
        put: operations["putRecommended"];
        post?: never;
        /** Take the selection of a day away */
        delete: operations["deleteRecommended"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/recommended/{date}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put back the selection of a day that was taken away within the last 30 days */
        post: operations["restoreRecommended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Articles to choose from for a day: newest, and most engaging */
        get: operations["getCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A selection as readers would get it
         * @description Rendered by what renders the recommended feed.
         */
        get: operations["getPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Keys, page by page; never the key itself */
        get: operations["getKeys"];
        put?: never;
        /** Make a key; the answer is the only one that shows it */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A key; never the key itself */
        get: operations["getKey"];
        /** Name a key, bind it to origins, let it end */
        put: operations["putKey"];
        post?: never;
        /**
         * Revoke a key, and end its sessions
         * @description It works nowhere a minute later, and cannot be put back.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/keys/{id}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What came of the requests and clicks of a key, by day
         * @description Counts are added once a minute, so the last ones may be missing.
         */
        get: operations["getKeyUses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace a key by a new one of the same kind, name and origins */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/keys/{id}/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret for a publishable key, to sign claims with
         * @description From the first one on, audience claims without a token count as unknown.
         */
        post: operations["signKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Add feeds to their sources */
        put: operations["putFeeds"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/feeds/poll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Poll feeds now: those given, or those that are due */
        post: operations["pollFeeds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/feeds/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Poll feeds no longer, until they are resumed */
        post: operations["pauseFeeds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/feeds/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Poll feeds again that were paused or are gone, beginning now */
        post: operations["resumeFeeds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/feeds/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the items of a feed document
         * @description RSS, Atom or JSON Feed, in the encoding that it or the Content-Type declares.
         */
        post: operations["postFeedItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/retag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the rules to stored articles
         * @description Adds what matches now and takes away what rules added and matches no longer. Tags set by hand stay, tags taken away by hand do not come back. Repeat with `after` until it is null.
         */
        post: operations["retag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/clicks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import clicks of the last 14 days
         * @description Importing the same again changes nothing. Of several clicks by one reader on one article in one UTC day the earliest counts.
         */
        post: operations["importClicks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/filtered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why clicks were left out, by hour and reason
         * @description Everything that came is in exactly one of `counted`, `waiting` and the reasons of `leftOut`. Imported clicks are not among it.
         */
        get: operations["getFiltered"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/weights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What weights take off, by article and hour
         * @description Articles are weighed over all the hours, as rankings do, and in each hour by its own classes. Signed clicks always count and are not among them.
         */
        get: operations["getWeights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Click messages that could not be counted, oldest first */
        get: operations["getDeadLetters"];
        put?: never;
        post?: never;
        /** Throw dead letters away: those of a reason, or some by id */
        delete: operations["discardDeadLetters"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/dead-letters/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put dead letters back into the queue: all, those of a reason, or some by id */
        post: operations["replayDeadLetters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Webhooks, oldest first, with how their deliveries are; never their secrets */
        get: operations["getWebhooks"];
        put?: never;
        /** Add a webhook; the answer is the only one that shows its secret */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A webhook; never its secret */
        get: operations["getWebhook"];
        /**
         * Change a webhook
         * @description Switched on again, one that the service has switched off is sent what happens from then on.
         */
        put: operations["putWebhook"];
        post?: never;
        /** Delete a webhook with its log; nothing more is sent */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a new secret for a webhook */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a webhook was sent in the last 30 days or is to be sent, newest first */
        get: operations["getDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a webhook a message of the type `test`, now and once */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a webhook events again: those named, or all that were given up */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What has happened in the last 30 days, newest first */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what in the last 90 days, newest first
         * @description Of a change of an article only the fields that differ. What feeds bring is not recorded.
         */
        get: operations["getAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/audit/{change}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back what was changed at once
         * @description What is stored is afterwards what was stored before, tags with what rules had set of them included; or nothing is changed, and `data` says why by kind and ref. Of a large change a hundred things at a time: ask again as long as `left` is not 0. It is a change of its own, and can be taken back.
         */
        post: operations["revertChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was deleted or merged within the last 30 days, the latest first
         * @description Each is put back by POST to `restore` below its own address.
         */
        get: operations["listDeleted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pages that are signed in, newest first */
        get: operations["getSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a page out
         * @description It works nowhere five seconds later.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shares, newest first; never their links */
        get: operations["getShares"];
        put?: never;
        /**
         * Make a link that shows one view with its parameters
         * @description It opens that view and nothing else, and only the answer to this request shows it.
         */
        post: operations["createShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/shares/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a share */
        delete: operations["revokeShare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/websub": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The WebSub hub, the feeds that it distributes, and its last notifications
         * @description Hub and feeds are settings: `WEBSUB_HUB`, `WEBSUB_FEEDS`, `PUBLIC_URL`.
         */
        get: operations["getWebSub"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which alarms are raised */
        get: operations["getAlertSettings"];
        /** Choose which alarms are raised */
        put: operations["putAlertSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/alerts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The alarms of the last two weeks, newest first
         * @description What was recorded, even if there was no webhook to get it. For the time before anything was recorded, alarms about the top ten are recomputed from stored days, once a day, by today’s settings; growth and rising stories cannot be.
         */
        get: operations["getAlertPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Recompute every ranking from the stored aggregates */
        post: operations["rebuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Queue, dead letters, freshness, alarms, webhooks, WebSub */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures for a monitor
         * @description OpenMetrics text: what the status says and more, as gauges whose names begin with `newsgauge_`.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embed/choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Topics or companies by name, for search boxes
         * @description Names that begin as the search does come first. Publishable, secret and operator keys, only as a Bearer header.
         */
        get: operations["getChoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embed/choices/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Saved searches by name, whose feeds can be embedded
         * @description Publishable, secret and operator keys, only as a Bearer header.
         */
        get: operations["getSearchChoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embed/trending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trending topics as a page for an iframe
         * @description Secret, publishable and operator keys.
         */
        get: operations["getTrendingPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The reads of the API as tools for language models (Model Context Protocol)
         * @description Streamable HTTP without sessions, at most 64 KB a message. A call of a tool is a read with the same key, limits and caching. Answers hold no counts. Secret and operator keys, only as a Bearer header.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service runs
         * @description Asks nothing else.
         */
        get: operations["getLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service can answer requests
         * @description Asks the database whether it is there and migrated, and reads a row of every table and of the search index; what it finds holds for two seconds, half a second where it cannot. Indexes and triggers are looked up once a minute.
         */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description With the cookie alone; a key is not looked at.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Start a session for a key
         * @description The answer sets a cookie that lasts 12 hours, or until the key ends. `/api/v2` and `/manage` take it where a request has no key; what changes something needs this site’s own `Origin` then.
         */
        post: operations["signIn"];
        /** End the session */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A shared view as a page */
        get: operations["getShare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s/{token}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The data of a shared view, as the API answers it */
        get: operations["getShareData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websub/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A feed that a WebSub hub distributes
         * @description It needs no key: the address is the secret. The feed names it as its own, and the hub beside it.
         */
        get: operations["getWebSubTopic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description */
        get: operations["getDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The reference: how to start, keys, errors */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The reference: a group of endpoints */
        get: operations["getDocsGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The service in short, for language models */
        get: operations["getLlmsText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Beacon: {
            contentId: number;
            /** @description The reader’s company: broker, carrier, other; anything else counts as unknown */
            companyType?: string | null;
            /** @description The reader’s position: c-suite, vice-president, director, manager, individual-contributor; anything else counts as unknown */
            seniority?: string | null;
            /** @description A JWT (HS256) with the key’s signing secret: `sub`, `exp` at most 24 hours ahead, `companyType`, `seniority` */
            token?: string | null;
            /** @description What tells readers behind one address from each other: screen and time zone. It is hashed and kept nowhere */
            hint?: string | null;
            /** @description A publishable key */
            key: string;
        };
        ArticleInput: {
            id?: number | null;
            url: string;
            title: string;
            introduction?: string | null;
            /** Format: date-time */
            publishedAt: string;
            /** @enum {string} */
            contentType: "article" | "video" | "gallery" | "report" | "pressrelease" | "podcast";
            topics?: number[] | null;
            companies?: number[] | null;
            countries?: string[] | null;
            geoGroups?: string[] | null;
            organisationType?: ("Carrier" | "Broker" | "Service Provider") | null;
            client?: string | null;
            paywalled?: boolean | null;
            registration?: boolean | null;
            image?: (string | {
                url: string;
                width?: number | null;
                height?: number | null;
                alt?: string | null;
            }) | null;
            /** @description Of an article that is new here: when it was last edited, where it was before */
            modifiedAt?: string | null;
            /** @description As a read shows them: the tags among its own that rules have set. They stay theirs; left out, all tags are set by hand */
            byRules?: {
                topics?: number[] | null;
                companies?: number[] | null;
                countries?: string[] | null;
                geoGroups?: string[] | null;
            } | null;
            /** @description As a read shows it: whose story it is where the address is one of Google News; ignored elsewhere, where the address says so */
            source?: {
                domain: string;
                name?: string | null;
            } | null;
        };
        SourceInput: {
            domain: string;
            name: string;
            icon?: string | null;
            iframeable?: boolean | null;
            organisationType?: ("Carrier" | "Broker" | "Service Provider") | null;
            client?: string | null;
            /** @description Other hosts whose stories its feeds may bring, subdomains included; left out: as it is */
            publishes?: string[] | null;
            /** @description true: its feeds may bring stories of any host; left out: as it is */
            aggregator?: boolean | null;
            feeds?: string[] | null;
            /** @description Other hosts whose articles are of this source from now on, unless the host is a source; left out: as they are */
            aliases?: string[] | null;
        };
        TopicInput: {
            id: number;
            name: string;
            slug: string;
            description?: string | null;
            category: 1 | 2;
            excludedFromTrending?: boolean | null;
        };
        CompanyInput: {
            id: number;
            name: string;
            /** @description Kind of organisation, such as Carrier, Broker, Service Provider */
            organisationType: string;
        };
        GeoGroupInput: {
            slug: string;
            name: string;
            countries?: string[] | null;
        };
        RuleInput: {
            /** @enum {string} */
            kind: "topic" | "company" | "country" | "geoGroup";
            /** @description Topic or company id, ISO 3166-1 alpha-2 code of a country, slug of a geo group */
            ref: number | string;
            /** @description Words and phrases, any of which tags */
            words?: string[] | null;
            /** @description Words and phrases that keep the rule from tagging */
            exclusions?: string[] | null;
        };
        SavedSearchInput: {
            slug: string;
            name: string;
            /** @description Filters of `/api/v2/feed/` by parameter, each as the address of a feed has it */
            filter: {
                [key: string]: string;
            };
        };
        Selection: {
            articles?: number[] | null;
            /** @description The version that was seen, 0 where there was none: refused where the day has moved on since */
            version?: number | null;
        };
        FeedInput: {
            url: string;
            domain?: string | null;
            name?: string | null;
        };
        PollInput: {
            /** @description Feeds to poll, due or not; left out: those that are due */
            urls?: string[];
        };
        PastClick: {
            contentId: number;
            /** Format: date-time */
            at: string;
            reader: string;
            /** @description AF, AN, AS, EU, NA, OC, SA; anything else counts as unknown */
            continent?: string | null;
            /** @description broker, carrier, other; anything else counts as unknown */
            companyType?: string | null;
            /** @description c-suite, vice-president, director, manager, individual-contributor; anything else counts as unknown */
            seniority?: string | null;
            /** @description Number of the reader’s network (ASN) */
            network?: number | string | null;
            /** @description As the reader’s browser sent it */
            userAgent?: string | null;
            /** @description False where nobody vouches for the reader: the click is then weighed by network and user agent */
            signed?: boolean | null;
        };
        WebhookInput: {
            name: string;
            /** @description A public http or https address */
            url: string;
            /**
             * @description `standard`: the event as JSON; `slack` and `teams`: words for a chat
             * @default standard
             * @enum {string}
             */
            format: "standard" | "slack" | "teams";
            /** @description Types of events that it is sent */
            events: ("topic.entered_top_ten" | "topic.left_top_ten" | "topic.grows" | "story.rises" | "source.failed" | "selection.published" | "article.matched" | "service.alarm" | "service.recovered")[];
            /**
             * @description Of events about a topic only those about these; null: about all
             * @default null
             */
            topics: number[] | null;
            /**
             * @description Slugs of the saved searches for `article.matched`
             * @default []
             */
            searches: string[];
            /**
             * @description Times of day in the publisher’s time zone between which nothing is sent; it is sent afterwards
             * @default null
             */
            quiet: {
                from: string;
                to: string;
            } | null;
            /** @default true */
            enabled: boolean;
        };
        AlertSettings: {
            /** @description What is reported; events of other types are the webhooks’ own matter */
            types: ("topic.entered_top_ten" | "topic.left_top_ten" | "topic.grows" | "story.rises")[];
            /** @description A topic is reported once a day at most; what is held back is reported the next day */
            oncePerDay: boolean;
            /** @description Hours in the publisher’s time zone in which nothing is reported; what still holds is reported after them */
            quiet: {
                from: string;
                to: string;
            } | null;
        };
        /** @description A message of the Model Context Protocol, in JSON-RPC 2.0 */
        McpMessage: {
            /** @constant */
            jsonrpc: "2.0";
            /** @description Absent in a notification */
            id?: number | string;
            /** @description Such as `tools/list` or `tools/call` */
            method: string;
            params?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) */
        JsonFeed: {
            /** @constant */
            version: "https://jsonfeed.org/version/1.1";
            title: string;
            home_page_url: string;
            feed_url: string;
            description: string;
            /** @description The next page, without a key; absent at the end */
            next_url?: string;
            /** @description Where a change of this feed is announced, by the address in `feed_url` */
            hubs?: {
                /** @constant */
                type: "WebSub";
                url: string;
            }[];
            language: string;
            items: components["schemas"]["FeedItem"][];
            /** @description The effective filters, without the key */
            _query: {
                [key: string]: string | number;
            };
            /** @description Only in the recommended feed: the day of the selection; null where nothing has been selected yet */
            _recommended?: {
                date: string | null;
            };
        };
        FeedItem: {
            /** @description Content identifier as text */
            id: string;
            url: string;
            title: string;
            summary: string;
            /** @description The introduction */
            content_text: string;
            image?: string;
            /** Format: date-time */
            date_published: string;
            /** Format: date-time */
            date_modified: string;
            /** @description The source and its icon */
            authors: {
                name: string;
                avatar?: string;
            }[];
            /** @description Topic names */
            tags: string[];
            _article: components["schemas"]["Article"];
        };
        /** @description What the service knows of an article beyond JSON Feed */
        Article: {
            /** @description Content (article) identifier */
            contentId: number;
            /**
             * @description Kind of content
             * @enum {string}
             */
            contentType: "article" | "video" | "gallery" | "report" | "pressrelease" | "podcast";
            /** @description Kind of organisation */
            organisationType: ("Carrier" | "Broker" | "Service Provider") | null;
            /** @description Publisher; the value `Topic Article` denotes a third-party publication */
            client: string | null;
            source: {
                name: string;
                domain: string;
                icon: string | null;
                iframeable: boolean;
                https: boolean;
            };
            topics: {
                /** @description Topic identifier */
                id: number;
                name: string;
                /** @description URL-friendly identifier */
                slug: string;
                /**
                 * @description 1 = Specialty Lines, 2 = Interest Areas
                 * @enum {integer}
                 */
                category: 1 | 2;
            }[];
            companies: {
                id: number;
                name: string;
            }[];
            countries: string[];
            geoGroups: string[];
            paywalled: boolean;
            registration: boolean;
            image: {
                url: string;
                /** @description CSS pixels */
                width: number | null;
                /** @description CSS pixels */
                height: number | null;
                alt: string;
            } | null;
        };
        /** @description JSend answer to a faulty request */
        Fail: {
            /** @constant */
            status: "fail";
            code: number;
            /** @description What is wrong, for programs */
            reason: string;
            /** @description By parameter: what is wrong and what is allowed */
            data: {
                [key: string]: string;
            };
        };
        /** @description JSend answer where the service is at fault */
        Error: {
            /** @constant */
            status: "error";
            /** @enum {integer} */
            code: 500 | 503;
            /** @enum {string} */
            reason: "internal" | "unavailable";
            message: string;
        };
        GeoGroup: {
            /** @description URL-friendly identifier */
            slug: string;
            name: string;
            countries: {
                /** @description ISO 3166-1 alpha-2 */
                code: string;
                name: string;
            }[];
        };
        ListedTopic: {
            /** @description Topic identifier */
            id: number;
            name: string;
            /** @description URL-friendly identifier */
            slug: string;
            description: string;
            /**
             * @description 1 = Specialty Lines, 2 = Interest Areas
             * @enum {integer}
             */
            category: 1 | 2;
        };
        ListedCompany: {
            /** @description Company identifier */
            id: number;
            name: string;
            /** @description Kind of organisation, such as Carrier, Broker, Service Provider */
            organisationType: string;
        };
        TrendingTopic: {
            /** @description Topic identifier */
            id: number;
            name: string;
            /** @description URL-friendly identifier */
            slug: string;
            description: string;
            /**
             * @description 1 = Specialty Lines, 2 = Interest Areas
             * @enum {integer}
             */
            category: 1 | 2;
            /** @description Rank that the same question had for the window before; null: no engagement there */
            previousRank: number | null;
        };
        PopularContent: {
            /** @enum {string} */
            period: "24h" | "7d";
            items: components["schemas"]["RankedContentItem"][];
        };
        RankedContentItem: {
            /** @description Content (article) identifier */
            contentId: number;
            /** @description Headline */
            title: string | null;
            /** @description Source article URL */
            url: string | null;
            /** @description Source name */
            source: string | null;
            contentType: ("article" | "video" | "gallery" | "report" | "pressrelease" | "podcast") | null;
            /** @description Kind of organisation */
            organisationType: ("Carrier" | "Broker" | "Service Provider") | null;
            /** @description Publisher; the value `Topic Article` denotes a third-party publication */
            client: string | null;
            /** @description Rank that the same question had for the window before; null: no engagement there */
            previousRank: number | null;
        };
        PopularGroups: {
            /** @enum {string} */
            breakdown: "content-type" | "source-type" | "specialty-line" | "interest-area" | "audience-region" | "seniority" | "company" | "source" | "country";
            /** @constant */
            period: "7d";
            groups: components["schemas"]["Group"][];
        };
        Group: {
            /** @description Group label */
            group: string;
            /** @description URL-friendly identifier */
            slug: string;
            items: components["schemas"]["RankedContentItem"][];
        };
        /** @description An article as analytics show it */
        ContentItem: {
            /** @description Content (article) identifier */
            contentId: number;
            /** @description Headline */
            title: string | null;
            /** @description Source article URL */
            url: string | null;
            /** @description Source name */
            source: string | null;
            contentType: ("article" | "video" | "gallery" | "report" | "pressrelease" | "podcast") | null;
            /** @description Kind of organisation */
            organisationType: ("Carrier" | "Broker" | "Service Provider") | null;
            /** @description Publisher; the value `Topic Article` denotes a third-party publication */
            client: string | null;
        };
        GrowingTopic: {
            /** @description Topic identifier */
            topicId: number;
            name: string;
            /** @description URL-friendly identifier */
            slug: string;
            /**
             * @description 1 = Specialty Lines, 2 = Interest Areas
             * @enum {integer}
             */
            category: 1 | 2;
            /** @description Change in engagement against the previous window, in percent with two significant digits; null: there was none */
            growthPercent: number | null;
            /** @description Bounds in percent between which growth lies with 90 % confidence; null: too few readers to say */
            interval: [
                number,
                number
            ] | null;
            /**
             * @description high: the whole interval is on one side of zero
             * @enum {string}
             */
            confidence: "high" | "low";
            /**
             * @description What more than half of the change comes from: one article, one source, or neither
             * @enum {string}
             */
            drivenBy: "article" | "source" | "many";
            /** @description What `drivenBy` names: of a loss it is what lost readers; null: nothing has more than half of the change */
            cause: components["schemas"]["Cause"];
            /** @description The content that drives the change */
            topContent: components["schemas"]["ContentItem"][];
            /** @description Most-engaged source names, in order */
            topSources: string[];
        };
        Cause: {
            /** @description null: it is not one article, but all that the source has */
            article: components["schemas"]["ContentItem"] | null;
            /** @description Source name, of the article where there is one */
            source: string;
        } | null;
        ChangedTopic: {
            /** @description Topic identifier */
            topicId: number;
            name: string;
            /** @description URL-friendly identifier */
            slug: string;
            /**
             * @description 1 = Specialty Lines, 2 = Interest Areas
             * @enum {integer}
             */
            category: 1 | 2;
            /** @description Change in engagement against the previous window, in percent with two significant digits; null: there was none */
            growthPercent: number | null;
            /** @description Bounds in percent between which growth lies with 90 % confidence; null: too few readers to say */
            interval: [
                number,
                number
            ] | null;
            /**
             * @description high: the whole interval is on one side of zero
             * @enum {string}
             */
            confidence: "high" | "low";
            /**
             * @description What more than half of the change comes from: one article, one source, or neither
             * @enum {string}
             */
            drivenBy: "article" | "source" | "many";
            /** @description What `drivenBy` names: of a loss it is what lost readers; null: nothing has more than half of the change */
            cause: components["schemas"]["Cause"];
            /** @description Topics whose articles are the same, most read first */
            readWith: components["schemas"]["Topic"][];
        };
        Topic: {
            /** @description Topic identifier */
            topicId: number;
            name: string;
            /** @description URL-friendly identifier */
            slug: string;
            /**
             * @description 1 = Specialty Lines, 2 = Interest Areas
             * @enum {integer}
             */
            category: 1 | 2;
        };
        RankedTopic: {
            /** @description Topic identifier */
            topicId: number;
            name: string;
            /** @description URL-friendly identifier */
            slug: string;
            /**
             * @description 1 = Specialty Lines, 2 = Interest Areas
             * @enum {integer}
             */
            category: 1 | 2;
            /** @description Rank that the same question had for the window before; null: no engagement there */
            previousRank: number | null;
        };
        HistoryDay: {
            /** Format: date */
            date: string;
            /** @description Hundredths of the highest of these days; null: before the first click, or too little to say */
            index: number | null;
        };
        TopicAudience: {
            /** @description Topic identifier */
            topicId: number;
            /** @enum {string} */
            period: "24h" | "7d";
            companyTypes: {
                /** @description URL-friendly identifier */
                slug: string;
                /** @description null: too little engagement to say */
                index: number | null;
            }[];
            regions: {
                /** @description URL-friendly identifier */
                slug: string;
                /** @description null: too little engagement to say */
                index: number | null;
            }[];
            seniorities: {
                /** @description URL-friendly identifier */
                slug: string;
                /** @description null: too little engagement to say */
                index: number | null;
            }[];
        };
        AudienceTopics: {
            /** @enum {string} */
            period: "24h" | "7d";
            companyTypes: {
                /** @description URL-friendly identifier */
                slug: string;
                topics: {
                    /** @description Topic identifier */
                    topicId: number;
                    name: string;
                    /** @description URL-friendly identifier */
                    slug: string;
                    /**
                     * @description 1 = Specialty Lines, 2 = Interest Areas
                     * @enum {integer}
                     */
                    category: 1 | 2;
                    /** @description The audience's share of the topic against its share of the site, in steps of 10: 100 means as much */
                    index: number;
                }[];
            }[];
            regions: {
                /** @description URL-friendly identifier */
                slug: string;
                topics: {
                    /** @description Topic identifier */
                    topicId: number;
                    name: string;
                    /** @description URL-friendly identifier */
                    slug: string;
                    /**
                     * @description 1 = Specialty Lines, 2 = Interest Areas
                     * @enum {integer}
                     */
                    category: 1 | 2;
                    /** @description The audience's share of the topic against its share of the site, in steps of 10: 100 means as much */
                    index: number;
                }[];
            }[];
            seniorities: {
                /** @description URL-friendly identifier */
                slug: string;
                topics: {
                    /** @description Topic identifier */
                    topicId: number;
                    name: string;
                    /** @description URL-friendly identifier */
                    slug: string;
                    /**
                     * @description 1 = Specialty Lines, 2 = Interest Areas
                     * @enum {integer}
                     */
                    category: 1 | 2;
                    /** @description The audience's share of the topic against its share of the site, in steps of 10: 100 means as much */
                    index: number;
                }[];
            }[];
        };
        ContentInsights: {
            /** @description Content (article) identifier */
            contentId: number;
            /** @description Headline */
            title: string | null;
            /** @description Source article URL */
            url: string | null;
            /** @description Source name */
            source: string | null;
            contentType: ("article" | "video" | "gallery" | "report" | "pressrelease" | "podcast") | null;
            /** @description Kind of organisation */
            organisationType: ("Carrier" | "Broker" | "Service Provider") | null;
            /** @description Publisher; the value `Topic Article` denotes a third-party publication */
            client: string | null;
            /**
             * Format: date-time
             * @description Its first complete UTC day, with which a history can begin, ends at or after the next 00:00 UTC
             */
            publishedAt: string;
            /** @description Only of the periods in which it is among the first 50 */
            ranks: components["schemas"]["PeriodRank"][];
            /** @description Place among rising content; null: not among the first 50 */
            risingRank: number | null;
            /** @description Its topics among whose first 50 it is */
            topics: components["schemas"]["TopicRanks"][];
            /** @description Groups of popular content among whose first 50 it is, over the last 7 days */
            groups: components["schemas"]["GroupRank"][];
            /** @description The last 168 complete hours against the 168 before; null: too little engagement in both to say */
            growth: {
                /**
                 * Format: date-time
                 * @description The full hour up to which was compared
                 */
                asOf: string;
                /** @description Change in engagement against the previous window, in percent with two significant digits; null: there was none */
                growthPercent: number | null;
                /** @description Bounds in percent between which growth lies with 90 % confidence; null: too few readers to say */
                interval: [
                    number,
                    number
                ] | null;
                /**
                 * @description high: the whole interval is on one side of zero
                 * @enum {string}
                 */
                confidence: "high" | "low";
            } | null;
            /** @description Oldest first */
            days: components["schemas"]["HistoryDay"][];
            /** @description Over the last 7 days */
            audience: {
                companyTypes: {
                    /** @description URL-friendly identifier */
                    slug: string;
                    /** @description null: too little engagement to say */
                    index: number | null;
                }[];
                regions: {
                    /** @description URL-friendly identifier */
                    slug: string;
                    /** @description null: too little engagement to say */
                    index: number | null;
                }[];
                seniorities: {
                    /** @description URL-friendly identifier */
                    slug: string;
                    /** @description null: too little engagement to say */
                    index: number | null;
                }[];
            };
        };
        PeriodRank: {
            /** @enum {string} */
            period: "24h" | "7d";
            /** @description Place in the list, from 1 */
            rank: number;
            /** @description Rank that the same question had for the window before; null: no engagement there */
            previousRank: number | null;
        };
        TopicRanks: {
            /** @description Topic identifier */
            topicId: number;
            name: string;
            /** @description URL-friendly identifier */
            slug: string;
            /**
             * @description 1 = Specialty Lines, 2 = Interest Areas
             * @enum {integer}
             */
            category: 1 | 2;
            /** @description Only of the periods in which it is among the first 50 */
            ranks: components["schemas"]["PeriodRank"][];
        };
        GroupRank: {
            /** @enum {string} */
            breakdown: "content-type" | "source-type" | "audience-region" | "seniority" | "company" | "source" | "country";
            /** @description Group label */
            group: string;
            /** @description URL-friendly identifier */
            slug: string;
            /** @description Place in the list, from 1 */
            rank: number;
            /** @description Rank that the same question had for the window before; null: no engagement there */
            previousRank: number | null;
        };
        Annotation: {
            /** Format: date */
            date: string;
            /**
             * @description What it is about: the whole site, one topic, or one article
             * @enum {string}
             */
            scope: "site" | "topic" | "article";
            /** @description Topic or content id; null: the whole site */
            ref: number | null;
            text: string;
        };
        /** @description Good lines are stored, bad ones named */
        Upserted: {
            accepted: number;
            rejected: components["schemas"]["Rejection"][];
        };
        Rejection: {
            /** @description Line of NDJSON, or place in the JSON array, from 1 */
            line: number;
            /** @description What is wrong, by field */
            errors: {
                [key: string]: string;
            };
        };
        /** @description What PUT takes, and what else is known of the article */
        ManagedArticle: {
            id: number;
            url: string;
            title: string;
            introduction: string;
            /** Format: date-time */
            publishedAt: string;
            /** @enum {string} */
            contentType: "article" | "video" | "gallery" | "report" | "pressrelease" | "podcast";
            topics: number[];
            companies: number[];
            countries: string[];
            geoGroups: string[];
            organisationType: ("Carrier" | "Broker" | "Service Provider") | null;
            client: string | null;
            paywalled: boolean;
            registration: boolean;
            image: {
                url: string;
                width: number | null;
                height: number | null;
                alt: string;
            } | null;
            /**
             * Format: date-time
             * @description When it was last edited
             */
            modifiedAt: string;
            source: {
                domain: string;
                name: string;
                icon: string | null;
            };
            /** @description Of `topics`, in their order */
            topicNames: string[];
            /** @description Of `companies`, in their order */
            companyNames: string[];
            /** @description The tags that rules have set */
            byRules: {
                topics: number[];
                companies: number[];
                countries: string[];
                geoGroups: string[];
            };
        };
        Place: {
            /** @enum {string} */
            field: "title" | "introduction";
            /** @description First character */
            from: number;
            /** @description The character after the last one */
            to: number;
            /** @description What is said there */
            text: string;
        };
        ProposedArticle: {
            url: string;
            title: string;
            introduction: string;
            /** @description null: the page does not say */
            publishedAt: string | null;
            /** @enum {string} */
            contentType: "article" | "video" | "gallery" | "report" | "pressrelease" | "podcast";
            paywalled: boolean;
            image: {
                url: string;
                width: number | null;
                height: number | null;
                alt: string;
            } | null;
            /** @description By the rules as they are */
            tags: {
                topics: number[];
                companies: number[];
                countries: string[];
                geoGroups: string[];
            };
        };
        SourceHealth: {
            domain: string;
            name: string;
            icon: string | null;
            iframeable: boolean;
            organisationType: ("Carrier" | "Broker" | "Service Provider") | null;
            client: string | null;
            /** @description Other hosts whose stories its feeds may bring, subdomains included */
            publishes: string[];
            /** @description Its feeds may bring stories of any host */
            aggregator: boolean;
            feeds: components["schemas"]["FeedHealth"][];
            /** @description Other hosts whose articles are of this source, such as those merged into it */
            aliases: string[];
        };
        FeedHealth: {
            url: string;
            title: string;
            lastFetch: string | null;
            /** @description When it last brought a new article */
            lastNew: string | null;
            /** @description null: it is not polled any more */
            nextPoll: string | null;
            intervalSeconds: number;
            /** @description In a row */
            failures: number;
            /** @description Why it failed, or what could not be taken, in words */
            reason: string | null;
        };
        ManagedSource: {
            domain: string;
            name: string;
            icon: string | null;
            iframeable: boolean;
            organisationType: ("Carrier" | "Broker" | "Service Provider") | null;
            client: string | null;
            publishes: string[];
            aggregator: boolean;
            feeds: string[];
            aliases: string[];
        };
        ManagedTopic: {
            id: number;
            name: string;
            slug: string;
            description: string;
            category: 1 | 2;
            excludedFromTrending: boolean;
        };
        ManagedCompany: {
            id: number;
            name: string;
            organisationType: string;
        };
        ManagedGeoGroup: {
            slug: string;
            name: string;
            countries: string[];
        };
        Rule: {
            /** @enum {string} */
            kind: "topic" | "company" | "country" | "geoGroup";
            ref: string;
            words: string[];
            exclusions: string[];
        };
        SavedSearch: {
            slug: string;
            name: string;
            /** @description Filters of `/api/v2/feed/` that are not as usual */
            filter: {
                [key: string]: string;
            };
            /** @description Path of its feed; it takes `output`, `limit`, `tracked` and how a page looks */
            feed: string;
        };
        /** @description An article as editors see it */
        DeskArticle: {
            /** @description Content (article) identifier */
            contentId: number;
            title: string;
            introduction: string;
            url: string;
            /** @description Name of the source */
            source: string;
            /**
             * @description Kind of content
             * @enum {string}
             */
            contentType: "article" | "video" | "gallery" | "report" | "pressrelease" | "podcast";
            /**
             * Format: date-time
             * @description Before it no reader sees the article
             */
            publishedAt: string;
            paywalled: boolean;
            /** @description Address of its picture */
            image: string | null;
            topics: {
                /** @description Topic identifier */
                id: number;
                name: string;
            }[];
        };
        /** @description Somebody else has changed the day; nothing was stored */
        Conflict: {
            /** @constant */
            status: "fail";
            /** @constant */
            code: 409;
            /** @constant */
            reason: "conflict";
            data: {
                version: string;
            };
            current: {
                /** @description Counts the changes of a day; 0: there is no selection yet */
                version: number;
                /** @description Of the last change */
                modifiedAt: string | null;
                articles: number[];
            };
        };
        /** @description What is known of a key, which is never the key */
        ListedKey: {
            id: number;
            /** @enum {string} */
            kind: "secret" | "publishable" | "operator";
            name: string;
            /** @description Empty: any */
            origins: string[];
            /** @enum {string} */
            state: "living" | "expired" | "revoked";
            /** Format: date-time */
            created: string;
            /** @description null: never */
            expires: string | null;
            revoked: string | null;
            /** @description It takes signed claims */
            signs: boolean;
            /** @description The last day (UTC) it was used on; null: not within 90 days */
            lastUsed: string | null;
        };
        MadeKey: {
            /** @description The key: it cannot be read again */
            key: string;
            /** @description The secret to sign claims with; null: none was made */
            secret: string | null;
            stored: components["schemas"]["ListedKey"];
        };
        Polled: {
            url: string;
            /** @enum {string} */
            result: "taken" | "unchanged" | "failed" | "busy";
            added: number;
            changed: number;
            unchanged: number;
            /** @description Items left out */
            refused: number;
            /** @description Why it failed, or what could not be taken, in words */
            reason: string | null;
        };
        Retagged: {
            /** @description Articles */
            examined: number;
            /** @description Articles */
            changed: number;
            /** @description Tags given and taken */
            tags: {
                topics: {
                    added: number;
                    removed: number;
                };
                companies: {
                    added: number;
                    removed: number;
                };
                countries: {
                    added: number;
                    removed: number;
                };
                geoGroups: {
                    added: number;
                    removed: number;
                };
            };
            /** @description The first that have changed */
            sample: {
                /** @description Content (article) identifier */
                contentId: number;
                title: string;
                added: components["schemas"]["Tags"];
                removed: components["schemas"]["Tags"];
            }[];
            /** @description Where to go on; null: all have been examined */
            after: number | null;
        };
        Tags: {
            topics: number[];
            companies: number[];
            countries: string[];
            geoGroups: string[];
        };
        DeadLetter: {
            id: number;
            /** @description Epoch seconds */
            at: number;
            messageId: string;
            /** @enum {string} */
            reason: "malformed" | "unknownArticle" | "tooOld" | "failed";
            /** @description The message; null once it may no longer be kept */
            body: unknown;
        };
        /** @description What is known of a webhook, which is never its secret */
        Webhook: {
            id: number;
            name: string;
            url: string;
            /** @enum {string} */
            format: "standard" | "slack" | "teams";
            events: ("topic.entered_top_ten" | "topic.left_top_ten" | "topic.grows" | "story.rises" | "source.failed" | "selection.published" | "article.matched" | "service.alarm" | "service.recovered")[];
            topics: number[] | null;
            searches: string[];
            /** @description Times of day in the publisher’s time zone between which nothing is sent; it is sent afterwards */
            quiet: {
                from: string;
                to: string;
            } | null;
            enabled: boolean;
            /** @description Why the service has switched it off; null: it has not */
            disabledReason: string | null;
            /** Format: date-time */
            created: string;
        };
        WebhookDelivery: {
            event: components["schemas"]["WebhookEvent"];
            /**
             * @description `failed`: given up after 24 hours
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            attempts: number;
            /** @description Not before this time is it sent again; null: it is not */
            next: string | null;
            /** @description The latest attempts, at most 25, newest last */
            log: components["schemas"]["WebhookAttempt"][];
        };
        WebhookEvent: {
            id: number;
            /** @enum {string} */
            type: "topic.entered_top_ten" | "topic.left_top_ten" | "topic.grows" | "story.rises" | "source.failed" | "selection.published" | "article.matched" | "service.alarm" | "service.recovered";
            /** @description What it is about, such as `topic:47` */
            subject: string;
            /** Format: date-time */
            at: string;
            /** @description As webhooks are sent it */
            data: {
                [key: string]: unknown;
            };
        };
        WebhookAttempt: {
            /** Format: date-time */
            at: string;
            /** @description Of the answer; null: there was none */
            status: number | null;
            milliseconds: number;
            /** @description Why it failed, in words that follow the name; null: it did not */
            reason: string | null;
            /** @description The beginning of what a failed attempt was answered */
            excerpt: string;
        };
        AuditEntry: {
            id: number;
            /** Format: date-time */
            at: string;
            /** @description Name of the key, or what else made the change */
            actor: string;
            /** @description The session that it was made in; null: by the key itself */
            session: string | null;
            /** @description The same for all that was changed at once */
            change: string;
            /** @enum {string} */
            kind: "article" | "topic" | "company" | "source" | "geoGroup" | "rule" | "recommended" | "key" | "feed" | "session" | "share" | "search" | "webhook" | "annotation" | "alerts" | "letter";
            /** @description Id, domain, slug or date; of a rule kind and ref */
            ref: string;
            /** @enum {string} */
            action: "create" | "update" | "delete" | "merge" | "restore";
            /** @description What it was; null: not there */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description What it became; null: deleted */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description What it is called, or was called last; null: by its ref */
            name: string | null;
            /** @description With `by=change`, how many things the change has changed, at most 1000; otherwise 1 */
            things: number;
            /** @description Another change has taken it back */
            reverted: boolean;
            /** @description Why it cannot be taken back; null: it can, unless something has changed since */
            final: string | null;
        };
        Deleted: {
            /** @enum {string} */
            kind: "article" | "topic" | "company" | "source" | "geoGroup" | "rule" | "recommended" | "key" | "feed" | "session" | "share" | "search" | "webhook" | "annotation" | "alerts" | "letter";
            /** @description Id, domain, slug or date; of a rule kind and ref */
            ref: string;
            /** @description What it was called */
            name: string;
            /** Format: date-time */
            at: string;
            /** @description Name of the key */
            actor: string;
            /** @description What has its references since; null: it was deleted */
            mergedInto: string | null;
        };
        ListedSession: {
            /** @description As the audit trail names it; it opens nothing */
            id: string;
            keyId: number;
            /** @description Of the key */
            name: string;
            /** @enum {string} */
            kind: "secret" | "publishable" | "operator";
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            expires: string;
            /** @description It is the one that asks */
            isOwn: boolean;
        };
        /** @description What is known of a share, which is never its link */
        ListedShare: {
            id: number;
            name: string;
            /** @description What it shows: path and query below `/api/v2/` */
            view: string;
            /** @description Who has made it */
            actor: string;
            /** @enum {string} */
            state: "living" | "expired" | "revoked";
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            expires: string;
            revoked: string | null;
        };
        Status: {
            /**
             * @description Where it does not answer, what it would say is null
             * @enum {string}
             */
            database: "ok" | "unavailable";
            /** @description Clicks that wait to be counted */
            queue: {
                queued: number;
                oldestSeconds: number | null;
                /** @description Until none waits, at the rate of the last minute; null where they do not become fewer, and on Cloudflare */
                secondsLeft: number | null;
            };
            /** @description Messages that the queue gave up on and that are not stored yet */
            deadLetterQueue: {
                queued: number;
                oldestSeconds: number | null;
                /** @description Until none waits, at the rate of the last minute; null where they do not become fewer, and on Cloudflare */
                secondsLeft: number | null;
            };
            /** @description By reason */
            deadLetters: {
                [key: string]: number;
            } | null;
            /** @description Start of the last hour in which clicks were counted */
            lastClickHour: string | null;
            rankings: {
                published: number;
                late: number;
                oldestAgeSeconds: number | null;
            } | null;
            /** @description What became of each scheduled job */
            jobs: {
                /** @description `copy` and `trial`: copies that a server makes of itself, and their trial restore */
                job: string;
                /** @description When it last came to its end; null: never */
                lastRun: string | null;
                ageSeconds: number | null;
                /** @description How it has failed since */
                failure: {
                    /** Format: date-time */
                    at: string;
                    reason: string;
                } | null;
            }[] | null;
            /** @description What the service has raised an alarm about itself for, as `service.alarm` tells webhooks */
            alarms: {
                /** @enum {string} */
                alarm: "database" | "writes" | "queue" | "deadLetters" | "salts" | "rankings" | "jobs" | "retention" | "feeds" | "webhooks" | "disk" | "backupFailed" | "backupOld" | "clock";
                /** Format: date-time */
                since: string;
                detail: string;
            }[] | null;
            /** @description Clicks of the last 24 hours by outcome */
            outcomes: {
                [key: string]: number;
            } | null;
            webhooks: {
                /** @description Webhooks that are switched on */
                enabled: number;
                /** @description Of these, those that something waits for after a failed attempt */
                failing: number;
                /** @description Switched off by the service, because the receiver wants no more */
                switchedOff: number;
                /** @description Deliveries that wait */
                waiting: number;
                /** @description For how long the oldest of them has been due */
                oldestSeconds: number | null;
            } | null;
            /** @description `GET /manage/websub` has each feed */
            websub: {
                /** @description Times that the hub was notified of a change, since the installation began */
                accepted: number;
                /** @description Times that it could not be notified */
                failed: number;
                /** @description Feeds of which it could not be notified in the last 15 minutes */
                failing: number;
                /** @description When it was last notified; null: never */
                lastPing: string | null;
            } | null;
        };
        McpAnswer: {
            /** @constant */
            jsonrpc: "2.0";
        } & {
            [key: string]: unknown;
        };
        NotReady: {
            /** @constant */
            status: "error";
            /** @constant */
            code: 503;
            /** @enum {string} */
            reason: "databaseUnavailable" | "migrationsMissing" | "restoring" | "databaseDamaged" | "indexOutdated";
            message: string;
        };
        /** @description Whose session it is */
        Session: {
            /** @description Of the key */
            name: string;
            /** @enum {string} */
            kind: "operator" | "secret";
            /**
             * Format: date-time
             * @description When the session ends, unless its key ends earlier
             */
            expires: string;
        };
    };
    responses: {
        /** @description Parameters or a body that cannot be understood; all that is wrong is named at once (`parameterInvalid`) */
        BadRequestOrPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 400,
                 *       "reason": "parameterInvalid",
                 *       "data": {
                 *         "limit": "must be a whole number from 1 to 50"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Fail"];
                "text/html": string;
            };
        };
        /** @description No key, or one that is unknown, revoked or expired (`apiKeyMissing`, `apiKeyInvalid`) */
        UnauthorizedOrPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 401,
                 *       "reason": "apiKeyInvalid",
                 *       "data": {
                 *         "apiKey": "is unknown, revoked or expired; give a valid key"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Fail"];
                "text/html": string;
            };
        };
        /** @description A key of another kind, or one that is bound to other origins (`forbidden`) */
        ForbiddenOrPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 403,
                 *       "reason": "forbidden",
                 *       "data": {
                 *         "apiKey": "is a publishable key; this path takes secret keys"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Fail"];
                "text/html": string;
            };
        };
        /** @description Asked too often; `Retry-After` says when to ask again (`rateLimited`) */
        TooManyRequestsOrPage: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 429,
                 *       "reason": "rateLimited",
                 *       "data": {
                 *         "apiKey": "has asked too often; wait 60 seconds"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Fail"];
                "text/html": string;
            };
        };
        /** @description The service failed to answer (`internal`) */
        InternalErrorOrPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": 500,
                 *       "reason": "internal",
                 *       "message": "The service failed to answer; it has been logged."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description The service is busy; `Retry-After` says when to ask again (`unavailable`) */
        UnavailableOrPage: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": 503,
                 *       "reason": "unavailable",
                 *       "message": "The service is busy; try again shortly."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description Parameters or a body that cannot be understood; all that is wrong is named at once (`parameterInvalid`) */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 400,
                 *       "reason": "parameterInvalid",
                 *       "data": {
                 *         "limit": "must be a whole number from 1 to 50"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Fail"];
            };
        };
        /** @description No key, or one that is unknown, revoked or expired (`apiKeyMissing`, `apiKeyInvalid`) */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 401,
                 *       "reason": "apiKeyInvalid",
                 *       "data": {
                 *         "apiKey": "is unknown, revoked or expired; give a valid key"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Fail"];
            };
        };
        /** @description A key of another kind, or one that is bound to other origins (`forbidden`) */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 403,
                 *       "reason": "forbidden",
                 *       "data": {
                 *         "apiKey": "is a publishable key; this path takes secret keys"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Fail"];
            };
        };
        /** @description Asked too often; `Retry-After` says when to ask again (`rateLimited`) */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 429,
                 *       "reason": "rateLimited",
                 *       "data": {
                 *         "apiKey": "has asked too often; wait 60 seconds"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Fail"];
            };
        };
        /** @description The service failed to answer (`internal`) */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": 500,
                 *       "reason": "internal",
                 *       "message": "The service failed to answer; it has been logged."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is busy; `Retry-After` says when to ask again (`unavailable`) */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": 503,
                 *       "reason": "unavailable",
                 *       "message": "The service is busy; try again shortly."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Nothing has this id (`notFound`) */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 404,
                 *       "reason": "notFound",
                 *       "data": {
                 *         "topic": "is not the id of a topic"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Fail"];
            };
        };
        /** @description Nothing has this id (`notFound`) */
        NotFoundOrPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 404,
                 *       "reason": "notFound",
                 *       "data": {
                 *         "topic": "is not the id of a topic"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Fail"];
                "text/html": string;
            };
        };
        /** @description The body is too large (`payloadTooLarge`) */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 413,
                 *       "reason": "payloadTooLarge",
                 *       "data": {
                 *         "body": "is too large; at most 5 MB"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Fail"];
            };
        };
        /** @description The thing is not as `If-Match` or `If-None-Match` asks; nothing was stored (`preconditionFailed`) */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "fail",
                 *       "code": 412,
                 *       "reason": "preconditionFailed",
                 *       "data": {
                 *         "If-Match": "does not match: it is \"pTJ4mZ0vQkq1o7YhXcN2sw\" now; look at it and send the change again"
                 *       },
                 *       "current": {
                 *         "id": 3,
                 *         "name": "Cyber"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    status: "fail";
                    code: number;
                    /** @description What is wrong, for programs */
                    reason: string;
                    /** @description By parameter: what is wrong and what is allowed */
                    data: {
                        [key: string]: string;
                    };
                    /** @description What it is now, as a read answers it; null: nothing */
                    current: {
                        [key: string]: unknown;
                    } | null;
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Send it back in `If-None-Match` and an unchanged answer is 304 */
        ETag: string;
        /** @description How long the answer may be kept */
        "Cache-Control": string;
        /** @description Time in the database in milliseconds, and rows read there; of histories and of one article the most they may read */
        "Server-Timing": string;
        /** @description Requests (q) that the key may make in a window of w seconds */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before asking again */
        "Retry-After": number;
        /** @description `rel="next"`: the next page, without a key */
        Link: string;
        /** @description `accepted`, or `dropped; reason=…` */
        "X-Click": string;
        /** @description What came with the click and does not count, by name */
        "X-Click-Ignored": string;
        /** @description The article’s own URL */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getFeed: {
        parameters: {
            query?: {
                /** @description Output format */
                output?: "json" | "rss" | "html";
                /** @description Only articles of these types; all types where left out */
                articleTypes?: ("article" | "video" | "gallery" | "report" | "pressrelease" | "podcast")[];
                /** @description Only articles with these topics */
                includeTopics?: number[];
                /** @description Only articles by these companies */
                includeCompanies?: number[];
                /** @description No articles by these companies */
                excludeCompanies?: number[];
                /** @description No articles whose URL starts with one of these: a domain, a subdomain, or a domain with a path prefix */
                additionalSources?: string[];
                /** @description 0 leaves out paywalled articles */
                includePaywalled?: 0 | 1;
                /** @description 0 leaves out articles that require free registration */
                includeRegistration?: 0 | 1;
                /** @description 1 leaves out articles from sources that do not allow iframing */
                excludeNonIframeableSources?: 0 | 1;
                /** @description 1 leaves out articles from sites that do not use HTTPS */
                excludeNonHttpsSources?: 0 | 1;
                /** @description Words or phrases to find in headline or introduction, any of them; a * after three letters matches any ending */
                searchTerms?: string[];
                /** @description Only articles tagged with these countries, or with a geo group that contains one of them (ISO 3166-1 alpha-2) */
                includeCountries?: string[];
                /** @description No articles tagged with these countries (ISO 3166-1 alpha-2) */
                excludeCountries?: string[];
                /** @description Only articles tagged with these geo groups; slugs of /api/v2/geography/list/ */
                includeGeoGroups?: string[];
                /** @description Articles on a page */
                limit?: number;
                /** @description 1 lets the item links of JSON and RSS lead through `/go/`, so that their clicks count */
                tracked?: 0 | 1;
                /** @description Place where the page begins, from `next_url` */
                cursor?: string;
                /** @description Colours of the HTML output; `auto` follows the reader’s device */
                theme?: "auto" | "light" | "dark";
                /** @description Accent colour of the HTML output as six hex digits, such as 1a6fb5 */
                accent?: string;
                /** @description Layout of the HTML output; `auto` is a list up to 572 px and cards from there on */
                layout?: "auto" | "cards" | "list" | "headlines" | "ticker";
                /** @description 0 leaves pictures out of the HTML output */
                images?: 0 | 1;
                /** @description Language of the HTML output’s own words and dates */
                language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt";
                /** @description A heading above the articles of the HTML output */
                title?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed in the format that `output` asks for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "https://jsonfeed.org/version/1.1",
                     *       "title": "newsgauge: articles",
                     *       "home_page_url": "https://newsgauge.example/",
                     *       "feed_url": "https://newsgauge.example/api/v2/feed/?includeTopics=12&limit=1",
                     *       "description": "Articles of newsgauge, newest first",
                     *       "next_url": "https://newsgauge.example/api/v2/feed/?includeTopics=12&limit=1&cursor=t9b3gg-sy",
                     *       "language": "en",
                     *       "items": [
                     *         {
                     *           "id": "1042",
                     *           "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *           "title": "Cyber premiums level off after three hard years",
                     *           "summary": "Capacity has returned, and buyers notice.",
                     *           "content_text": "Capacity has returned, and buyers notice.",
                     *           "image": "https://premiumledger.example/images/cyber.jpg",
                     *           "date_published": "2026-01-30T08:00:00Z",
                     *           "date_modified": "2026-01-30T08:00:00Z",
                     *           "authors": [
                     *             {
                     *               "name": "Premium Ledger",
                     *               "avatar": "https://premiumledger.example/icon.svg"
                     *             }
                     *           ],
                     *           "tags": [
                     *             "Cyber"
                     *           ],
                     *           "_article": {
                     *             "contentId": 1042,
                     *             "contentType": "article",
                     *             "organisationType": null,
                     *             "client": "Topic Article",
                     *             "source": {
                     *               "name": "Premium Ledger",
                     *               "domain": "premiumledger.example",
                     *               "icon": "https://premiumledger.example/icon.svg",
                     *               "iframeable": true,
                     *               "https": true
                     *             },
                     *             "topics": [
                     *               {
                     *                 "id": 12,
                     *                 "name": "Cyber",
                     *                 "slug": "cyber",
                     *                 "category": 1
                     *               }
                     *             ],
                     *             "companies": [
                     *               {
                     *                 "id": 3,
                     *                 "name": "Varnholt Re"
                     *               }
                     *             ],
                     *             "countries": [
                     *               "GB"
                     *             ],
                     *             "geoGroups": [
                     *               "europe"
                     *             ],
                     *             "paywalled": false,
                     *             "registration": false,
                     *             "image": {
                     *               "url": "https://premiumledger.example/images/cyber.jpg",
                     *               "width": 1200,
                     *               "height": 675,
                     *               "alt": "A server room"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "_query": {
                     *         "includeTopics": "12",
                     *         "limit": 1
                     *       }
                     *     }
                     */
                    "application/feed+json": components["schemas"]["JsonFeed"];
                    "application/rss+xml": string;
                    "text/html": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOrPage"];
            401: components["responses"]["UnauthorizedOrPage"];
            403: components["responses"]["ForbiddenOrPage"];
            429: components["responses"]["TooManyRequestsOrPage"];
            500: components["responses"]["InternalErrorOrPage"];
            503: components["responses"]["UnavailableOrPage"];
        };
    };
    getRecommended: {
        parameters: {
            query?: {
                /** @description Day of the selection; the latest published day where left out */
                date?: string;
                /** @description Output format */
                output?: "json" | "rss" | "html";
                /** @description Colours of the HTML output; `auto` follows the reader’s device */
                theme?: "auto" | "light" | "dark";
                /** @description Accent colour of the HTML output as six hex digits, such as 1a6fb5 */
                accent?: string;
                /** @description Layout of the HTML output; `auto` is a list up to 572 px and cards from there on */
                layout?: "auto" | "cards" | "list" | "headlines" | "ticker";
                /** @description 0 leaves pictures out of the HTML output */
                images?: 0 | 1;
                /** @description Language of the HTML output’s own words and dates */
                language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt";
                /** @description A heading above the articles of the HTML output */
                title?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed in the format that `output` asks for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "https://jsonfeed.org/version/1.1",
                     *       "title": "newsgauge: recommended for 2026-01-30",
                     *       "home_page_url": "https://newsgauge.example/",
                     *       "feed_url": "https://newsgauge.example/api/v2/feed-recommended/?date=2026-01-30",
                     *       "description": "The editors’ selection of newsgauge",
                     *       "language": "en",
                     *       "items": [
                     *         {
                     *           "id": "1042",
                     *           "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *           "title": "Cyber premiums level off after three hard years",
                     *           "summary": "Capacity has returned, and buyers notice.",
                     *           "content_text": "Capacity has returned, and buyers notice.",
                     *           "image": "https://premiumledger.example/images/cyber.jpg",
                     *           "date_published": "2026-01-30T08:00:00Z",
                     *           "date_modified": "2026-01-30T08:00:00Z",
                     *           "authors": [
                     *             {
                     *               "name": "Premium Ledger",
                     *               "avatar": "https://premiumledger.example/icon.svg"
                     *             }
                     *           ],
                     *           "tags": [
                     *             "Cyber"
                     *           ],
                     *           "_article": {
                     *             "contentId": 1042,
                     *             "contentType": "article",
                     *             "organisationType": null,
                     *             "client": "Topic Article",
                     *             "source": {
                     *               "name": "Premium Ledger",
                     *               "domain": "premiumledger.example",
                     *               "icon": "https://premiumledger.example/icon.svg",
                     *               "iframeable": true,
                     *               "https": true
                     *             },
                     *             "topics": [
                     *               {
                     *                 "id": 12,
                     *                 "name": "Cyber",
                     *                 "slug": "cyber",
                     *                 "category": 1
                     *               }
                     *             ],
                     *             "companies": [
                     *               {
                     *                 "id": 3,
                     *                 "name": "Varnholt Re"
                     *               }
                     *             ],
                     *             "countries": [
                     *               "GB"
                     *             ],
                     *             "geoGroups": [
                     *               "europe"
                     *             ],
                     *             "paywalled": false,
                     *             "registration": false,
                     *             "image": {
                     *               "url": "https://premiumledger.example/images/cyber.jpg",
                     *               "width": 1200,
                     *               "height": 675,
                     *               "alt": "A server room"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "_query": {
                     *         "date": "2026-01-30"
                     *       },
                     *       "_recommended": {
                     *         "date": "2026-01-30"
                     *       }
                     *     }
                     */
                    "application/feed+json": components["schemas"]["JsonFeed"];
                    "application/rss+xml": string;
                    "text/html": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOrPage"];
            401: components["responses"]["UnauthorizedOrPage"];
            403: components["responses"]["ForbiddenOrPage"];
            429: components["responses"]["TooManyRequestsOrPage"];
            500: components["responses"]["InternalErrorOrPage"];
            503: components["responses"]["UnavailableOrPage"];
        };
    };
    getGeography: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "groups": [
                     *           {
                     *             "slug": "benelux",
                     *             "name": "Benelux",
                     *             "countries": [
                     *               {
                     *                 "code": "BE",
                     *                 "name": "Belgium"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            groups: components["schemas"]["GeoGroup"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTopics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "topics": [
                     *           {
                     *             "id": 12,
                     *             "name": "Cyber",
                     *             "slug": "cyber",
                     *             "description": "Insurance of digital risks",
                     *             "category": 1
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            topics: components["schemas"]["ListedTopic"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "companies": [
                     *           {
                     *             "id": 3,
                     *             "name": "Varnholt Re",
                     *             "organisationType": "Carrier"
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            companies: components["schemas"]["ListedCompany"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrending: {
        parameters: {
            query?: {
                /** @description now: the last 24 hours; week: the last 7 days */
                period?: "now" | "week";
                /** @description Only clicks of readers of such companies */
                companyType?: "broker" | "carrier";
                /** @description Topics to exclude */
                excludeTopics?: number[];
                /** @description Topics to force include; overrides default exclusions */
                includeTopics?: number[];
                /** @description Maximum topics */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "topics": [
                     *           {
                     *             "id": 12,
                     *             "name": "Cyber",
                     *             "slug": "cyber",
                     *             "description": "Insurance of digital risks",
                     *             "category": 1,
                     *             "previousRank": 3
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            topics: components["schemas"]["TrendingTopic"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPopularContent: {
        parameters: {
            query?: {
                /** @description 24h: the last 24 hours; 7d: the last 7 days */
                period?: "24h" | "7d";
                /** @description Maximum items */
                limit?: number;
                /** @description true restricts to Risk Management content (topic 47) */
                riskManagement?: boolean;
                /** @description Groups the answer, always over the last 7 days; limit is per group */
                breakdown?: "content-type" | "source-type" | "specialty-line" | "interest-area" | "audience-region" | "seniority" | "company" | "source" | "country";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "breakdown": "content-type",
                     *         "period": "7d",
                     *         "groups": [
                     *           {
                     *             "group": "Article",
                     *             "slug": "article",
                     *             "items": [
                     *               {
                     *                 "contentId": 1042,
                     *                 "title": "Cyber premiums level off after three hard years",
                     *                 "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *                 "source": "Premium Ledger",
                     *                 "contentType": "article",
                     *                 "organisationType": null,
                     *                 "client": "Topic Article",
                     *                 "previousRank": 4
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PopularContent"] | components["schemas"]["PopularGroups"];
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRisingContent: {
        parameters: {
            query?: {
                /** @description Maximum items */
                limit?: number;
                /** @description true restricts to Risk Management content (topic 47) */
                riskManagement?: boolean;
                /** @description Only content with one of these topics */
                topics?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "contentId": 1042,
                     *             "title": "Cyber premiums level off after three hard years",
                     *             "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *             "source": "Premium Ledger",
                     *             "contentType": "article",
                     *             "organisationType": null,
                     *             "client": "Topic Article"
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            items: components["schemas"]["ContentItem"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGrowth: {
        parameters: {
            query?: {
                /** @description Maximum topics */
                limit?: number;
                /** @description Distinct content items that a topic needs in the current window; in the previous one with direction=down */
                minContentItems?: number;
                /** @description true restricts to Risk Management content (topic 47) */
                riskManagement?: boolean;
                /** @description up: only topics that grow; down: only those that shrink, strongest loss first */
                direction?: "up" | "down";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "period": "7d",
                     *         "asOf": "2026-01-31T14:00:00Z",
                     *         "minContentItems": 5,
                     *         "topics": [
                     *           {
                     *             "topicId": 12,
                     *             "name": "Cyber",
                     *             "slug": "cyber",
                     *             "category": 1,
                     *             "growthPercent": 37,
                     *             "interval": [
                     *               12,
                     *               66
                     *             ],
                     *             "confidence": "high",
                     *             "drivenBy": "article",
                     *             "cause": {
                     *               "article": {
                     *                 "contentId": 1042,
                     *                 "title": "Cyber premiums level off after three hard years",
                     *                 "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *                 "source": "Premium Ledger",
                     *                 "contentType": "article",
                     *                 "organisationType": null,
                     *                 "client": "Topic Article"
                     *               },
                     *               "source": "Premium Ledger"
                     *             },
                     *             "topContent": [
                     *               {
                     *                 "contentId": 1042,
                     *                 "title": "Cyber premiums level off after three hard years",
                     *                 "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *                 "source": "Premium Ledger",
                     *                 "contentType": "article",
                     *                 "organisationType": null,
                     *                 "client": "Topic Article"
                     *               }
                     *             ],
                     *             "topSources": [
                     *               "Premium Ledger"
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @constant */
                            period: "7d";
                            /** @description The full hour up to which all these topics were compared: until the next one new clicks change nothing */
                            asOf: string | null;
                            minContentItems: number;
                            topics: components["schemas"]["GrowingTopic"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWeek: {
        parameters: {
            query?: {
                /** @description Output format */
                output?: "json" | "rss";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The week in the format that `output` asks for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "period": "7d",
                     *         "asOf": "2026-01-31T14:00:00Z",
                     *         "rose": [
                     *           {
                     *             "topicId": 12,
                     *             "name": "Cyber",
                     *             "slug": "cyber",
                     *             "category": 1,
                     *             "growthPercent": 37,
                     *             "interval": [
                     *               12,
                     *               66
                     *             ],
                     *             "confidence": "high",
                     *             "drivenBy": "article",
                     *             "cause": {
                     *               "article": {
                     *                 "contentId": 1042,
                     *                 "title": "Cyber premiums level off after three hard years",
                     *                 "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *                 "source": "Premium Ledger",
                     *                 "contentType": "article",
                     *                 "organisationType": null,
                     *                 "client": "Topic Article"
                     *               },
                     *               "source": "Premium Ledger"
                     *             },
                     *             "readWith": [
                     *               {
                     *                 "topicId": 47,
                     *                 "name": "Risk Management",
                     *                 "slug": "risk-management",
                     *                 "category": 2
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "fell": [],
                     *         "isNew": [],
                     *         "mostRead": [
                     *           {
                     *             "contentId": 1042,
                     *             "title": "Cyber premiums level off after three hard years",
                     *             "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *             "source": "Premium Ledger",
                     *             "contentType": "article",
                     *             "organisationType": null,
                     *             "client": "Topic Article"
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @constant */
                            period: "7d";
                            /** @description The full hour up to which all these topics were compared: until the next one new clicks change nothing */
                            asOf: string | null;
                            /** @description Topics that grew, sure growth first */
                            rose: components["schemas"]["ChangedTopic"][];
                            /** @description Topics that shrank, sure losses first */
                            fell: components["schemas"]["ChangedTopic"][];
                            /** @description Topics that nobody read in the week before */
                            isNew: components["schemas"]["ChangedTopic"][];
                            mostRead: components["schemas"]["ContentItem"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                    "application/rss+xml": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrendingTopics: {
        parameters: {
            query?: {
                /** @description 24h: the last 24 hours; 7d: the last 7 days */
                period?: "24h" | "7d";
                /** @description Maximum items */
                limit?: number;
                /** @description true restricts to Risk Management content (topic 47) */
                riskManagement?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "period": "7d",
                     *         "topics": [
                     *           {
                     *             "topicId": 12,
                     *             "name": "Cyber",
                     *             "slug": "cyber",
                     *             "category": 1,
                     *             "previousRank": 1
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @enum {string} */
                            period: "24h" | "7d";
                            topics: components["schemas"]["RankedTopic"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTopicContent: {
        parameters: {
            query?: {
                /** @description 24h: the last 24 hours; 7d: the last 7 days */
                period?: "24h" | "7d";
                /** @description Maximum items */
                limit?: number;
                /** @description true restricts to Risk Management content (topic 47) */
                riskManagement?: boolean;
            };
            header?: never;
            path: {
                /** @description Topic id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "topicId": 12,
                     *         "period": "7d",
                     *         "items": [
                     *           {
                     *             "contentId": 1042,
                     *             "title": "Cyber premiums level off after three hard years",
                     *             "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *             "source": "Premium Ledger",
                     *             "contentType": "article",
                     *             "organisationType": null,
                     *             "client": "Topic Article"
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Topic identifier */
                            topicId: number;
                            /** @enum {string} */
                            period: "24h" | "7d";
                            items: components["schemas"]["ContentItem"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCoTopics: {
        parameters: {
            query?: {
                /** @description 24h: the last 24 hours; 7d: the last 7 days */
                period?: "24h" | "7d";
                /** @description Maximum items */
                limit?: number;
                /** @description true restricts to Risk Management content (topic 47) */
                riskManagement?: boolean;
            };
            header?: never;
            path: {
                /** @description Topic id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "topicId": 12,
                     *         "period": "7d",
                     *         "coTopics": [
                     *           {
                     *             "topicId": 47,
                     *             "name": "Risk Management",
                     *             "slug": "risk-management",
                     *             "category": 2
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Topic identifier */
                            topicId: number;
                            /** @enum {string} */
                            period: "24h" | "7d";
                            coTopics: components["schemas"]["Topic"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTopicHistory: {
        parameters: {
            query?: {
                /** @description The last so many complete UTC days */
                days?: number;
                /** @description true restricts to Risk Management content (topic 47) */
                riskManagement?: boolean;
            };
            header?: never;
            path: {
                /** @description Topic id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "topicId": 12,
                     *         "days": [
                     *           {
                     *             "date": "2026-01-30",
                     *             "index": 65
                     *           },
                     *           {
                     *             "date": "2026-01-31",
                     *             "index": 100
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Topic identifier */
                            topicId: number;
                            /** @description Oldest first */
                            days: components["schemas"]["HistoryDay"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getContentHistory: {
        parameters: {
            query?: {
                /** @description The last so many complete UTC days */
                days?: number;
                /** @description true restricts to Risk Management content (topic 47) */
                riskManagement?: boolean;
            };
            header?: never;
            path: {
                /** @description Content id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "contentId": 1042,
                     *         "days": [
                     *           {
                     *             "date": "2026-01-30",
                     *             "index": 65
                     *           },
                     *           {
                     *             "date": "2026-01-31",
                     *             "index": 100
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Content (article) identifier */
                            contentId: number;
                            /** @description Oldest first */
                            days: components["schemas"]["HistoryDay"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAudience: {
        parameters: {
            query?: {
                /** @description Topic id */
                topic?: number;
                /** @description 24h: the last 24 hours; 7d: the last 7 days */
                period?: "24h" | "7d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "period": "7d",
                     *         "companyTypes": [
                     *           {
                     *             "slug": "broker",
                     *             "topics": [
                     *               {
                     *                 "topicId": 12,
                     *                 "name": "Cyber",
                     *                 "slug": "cyber",
                     *                 "category": 1,
                     *                 "index": 140
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "regions": [],
                     *         "seniorities": []
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["TopicAudience"] | components["schemas"]["AudienceTopics"];
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getContentInsights: {
        parameters: {
            query?: {
                /** @description The last so many complete UTC days */
                days?: number;
                /** @description true restricts to Risk Management content (topic 47) */
                riskManagement?: boolean;
            };
            header?: never;
            path: {
                /** @description Content id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "contentId": 1042,
                     *         "title": "Cyber premiums level off after three hard years",
                     *         "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *         "source": "Premium Ledger",
                     *         "contentType": "article",
                     *         "organisationType": null,
                     *         "client": "Topic Article",
                     *         "publishedAt": "2026-01-30T08:00:00Z",
                     *         "ranks": [
                     *           {
                     *             "period": "7d",
                     *             "rank": 3,
                     *             "previousRank": 8
                     *           }
                     *         ],
                     *         "risingRank": 2,
                     *         "topics": [
                     *           {
                     *             "topicId": 12,
                     *             "name": "Cyber",
                     *             "slug": "cyber",
                     *             "category": 1,
                     *             "ranks": [
                     *               {
                     *                 "period": "7d",
                     *                 "rank": 1,
                     *                 "previousRank": null
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "groups": [
                     *           {
                     *             "breakdown": "content-type",
                     *             "group": "Article",
                     *             "slug": "article",
                     *             "rank": 2,
                     *             "previousRank": 5
                     *           }
                     *         ],
                     *         "growth": {
                     *           "asOf": "2026-01-31T14:00:00Z",
                     *           "growthPercent": 37,
                     *           "interval": [
                     *             12,
                     *             66
                     *           ],
                     *           "confidence": "high"
                     *         },
                     *         "days": [
                     *           {
                     *             "date": "2026-01-30",
                     *             "index": 65
                     *           },
                     *           {
                     *             "date": "2026-01-31",
                     *             "index": 100
                     *           }
                     *         ],
                     *         "audience": {
                     *           "companyTypes": [
                     *             {
                     *               "slug": "broker",
                     *               "index": 140
                     *             }
                     *           ],
                     *           "regions": [],
                     *           "seniorities": []
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ContentInsights"];
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnnotations: {
        parameters: {
            query?: {
                /** @description The last so many complete UTC days, and the running one */
                days?: number;
                /** @description Only those of the whole site and of this topic */
                topic?: number;
                /** @description Only those of the whole site and of this article */
                content?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "annotations": [
                     *           {
                     *             "date": "2026-01-30",
                     *             "scope": "site",
                     *             "ref": null,
                     *             "text": "Storm Ingrid reaches the coast"
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Oldest first */
                            annotations: components["schemas"]["Annotation"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                    "text/csv": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPictures: {
        parameters: {
            query?: {
                /** @description Content identifiers */
                ids?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "pictures": [
                     *           {
                     *             "contentId": 1042,
                     *             "image": "https://premiumledger.example/images/1042.jpg",
                     *             "icon": "https://premiumledger.example/icon.png"
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            pictures: {
                                /** @description Content (article) identifier */
                                contentId: number;
                                /** @description Address of its picture; null: it has none */
                                image: string | null;
                                /** @description Address of the icon of its source; null: that has none */
                                icon: string | null;
                            }[];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSavedFeed: {
        parameters: {
            query?: {
                /** @description Output format */
                output?: "json" | "rss" | "html";
                /** @description Articles on a page */
                limit?: number;
                /** @description 1 lets the item links of JSON and RSS lead through `/go/`, so that their clicks count */
                tracked?: 0 | 1;
                /** @description Place where the page begins, from `next_url` */
                cursor?: string;
                /** @description Colours of the HTML output; `auto` follows the reader’s device */
                theme?: "auto" | "light" | "dark";
                /** @description Accent colour of the HTML output as six hex digits, such as 1a6fb5 */
                accent?: string;
                /** @description Layout of the HTML output; `auto` is a list up to 572 px and cards from there on */
                layout?: "auto" | "cards" | "list" | "headlines" | "ticker";
                /** @description 0 leaves pictures out of the HTML output */
                images?: 0 | 1;
                /** @description Language of the HTML output’s own words and dates */
                language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt";
                /** @description A heading above the articles of the HTML output */
                title?: string;
            };
            header?: never;
            path: {
                /** @description Slug of the saved search */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed in the format that `output` asks for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "https://jsonfeed.org/version/1.1",
                     *       "title": "newsgauge: articles",
                     *       "home_page_url": "https://newsgauge.example/",
                     *       "feed_url": "https://newsgauge.example/api/v2/feed/?includeTopics=12&limit=1",
                     *       "description": "Articles of newsgauge, newest first",
                     *       "next_url": "https://newsgauge.example/api/v2/feed/?includeTopics=12&limit=1&cursor=t9b3gg-sy",
                     *       "language": "en",
                     *       "items": [
                     *         {
                     *           "id": "1042",
                     *           "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *           "title": "Cyber premiums level off after three hard years",
                     *           "summary": "Capacity has returned, and buyers notice.",
                     *           "content_text": "Capacity has returned, and buyers notice.",
                     *           "image": "https://premiumledger.example/images/cyber.jpg",
                     *           "date_published": "2026-01-30T08:00:00Z",
                     *           "date_modified": "2026-01-30T08:00:00Z",
                     *           "authors": [
                     *             {
                     *               "name": "Premium Ledger",
                     *               "avatar": "https://premiumledger.example/icon.svg"
                     *             }
                     *           ],
                     *           "tags": [
                     *             "Cyber"
                     *           ],
                     *           "_article": {
                     *             "contentId": 1042,
                     *             "contentType": "article",
                     *             "organisationType": null,
                     *             "client": "Topic Article",
                     *             "source": {
                     *               "name": "Premium Ledger",
                     *               "domain": "premiumledger.example",
                     *               "icon": "https://premiumledger.example/icon.svg",
                     *               "iframeable": true,
                     *               "https": true
                     *             },
                     *             "topics": [
                     *               {
                     *                 "id": 12,
                     *                 "name": "Cyber",
                     *                 "slug": "cyber",
                     *                 "category": 1
                     *               }
                     *             ],
                     *             "companies": [
                     *               {
                     *                 "id": 3,
                     *                 "name": "Varnholt Re"
                     *               }
                     *             ],
                     *             "countries": [
                     *               "GB"
                     *             ],
                     *             "geoGroups": [
                     *               "europe"
                     *             ],
                     *             "paywalled": false,
                     *             "registration": false,
                     *             "image": {
                     *               "url": "https://premiumledger.example/images/cyber.jpg",
                     *               "width": 1200,
                     *               "height": 675,
                     *               "alt": "A server room"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "_query": {
                     *         "includeTopics": "12",
                     *         "limit": 1
                     *       }
                     *     }
                     */
                    "application/feed+json": components["schemas"]["JsonFeed"];
                    "application/rss+xml": string;
                    "text/html": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOrPage"];
            401: components["responses"]["UnauthorizedOrPage"];
            403: components["responses"]["ForbiddenOrPage"];
            404: components["responses"]["NotFoundOrPage"];
            429: components["responses"]["TooManyRequestsOrPage"];
            500: components["responses"]["InternalErrorOrPage"];
            503: components["responses"]["UnavailableOrPage"];
        };
    };
    postClick: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "ngp_…",
                 *       "contentId": 1042,
                 *       "companyType": "broker"
                 *     }
                 */
                "text/plain": components["schemas"]["Beacon"];
                /**
                 * @example {
                 *       "key": "ngp_…",
                 *       "contentId": 1042,
                 *       "companyType": "broker"
                 *     }
                 */
                "application/json": components["schemas"]["Beacon"];
            };
        };
        responses: {
            /** @description The click is in the queue, or was left out; `X-Click` says which */
            202: {
                headers: {
                    "X-Click": components["headers"]["X-Click"];
                    "X-Click-Ignored": components["headers"]["X-Click-Ignored"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    followLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Article id */
                contentId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the article’s own URL */
            302: {
                headers: {
                    "X-Click": components["headers"]["X-Click"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such article, or not yet */
            404: {
                headers: {
                    "X-Click": components["headers"]["X-Click"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listArticles: {
        parameters: {
            query?: {
                /** @description Words or phrases to find in headline or introduction; any of them */
                search?: string[];
                /** @description Topic ids */
                topics?: number[];
                /** @description Company ids */
                companies?: number[];
                /** @description Countries of direct tags */
                countries?: string[];
                /** @description Slugs */
                geoGroups?: string[];
                /** @description Domains of sources */
                sources?: string[];
                /** @description Kinds of content */
                contentTypes?: ("article" | "video" | "gallery" | "report" | "pressrelease" | "podcast")[];
                paywalled?: boolean;
                registration?: boolean;
                /** @description Published on this day or later, in the publisher’s time zone (`TIME_ZONE`) */
                from?: string;
                /** @description Published on this day or earlier, in the publisher’s time zone (`TIME_ZONE`) */
                to?: string;
                /** @description scheduled: not published yet */
                state?: "all" | "published" | "scheduled";
                /** @description The article with this address */
                url?: string;
                /** @description A `-` before the name turns the order round */
                sort?: "-published" | "published" | "-id" | "id";
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum items */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "articles": [
                     *           {
                     *             "id": 1042,
                     *             "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *             "title": "Cyber premiums level off after three hard years",
                     *             "introduction": "Capacity has returned, and buyers notice.",
                     *             "publishedAt": "2026-01-30T08:00:00Z",
                     *             "contentType": "article",
                     *             "topics": [
                     *               12
                     *             ],
                     *             "companies": [
                     *               3
                     *             ],
                     *             "countries": [
                     *               "GB"
                     *             ],
                     *             "geoGroups": [
                     *               "europe"
                     *             ],
                     *             "image": {
                     *               "url": "https://premiumledger.example/images/cyber.jpg",
                     *               "width": 1200,
                     *               "height": 675,
                     *               "alt": "A server room"
                     *             },
                     *             "organisationType": null,
                     *             "client": "Topic Article",
                     *             "paywalled": false,
                     *             "registration": false,
                     *             "modifiedAt": "2026-01-30T08:00:00Z",
                     *             "source": {
                     *               "domain": "premiumledger.example",
                     *               "name": "Premium Ledger",
                     *               "icon": null
                     *             },
                     *             "topicNames": [
                     *               "Cyber"
                     *             ],
                     *             "companyNames": [
                     *               "Varnholt Re"
                     *             ],
                     *             "byRules": {
                     *               "topics": [
                     *                 12
                     *               ],
                     *               "companies": [],
                     *               "countries": [],
                     *               "geoGroups": []
                     *             }
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            articles: components["schemas"]["ManagedArticle"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putArticles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "url": "https://premiumledger.example/cyber-premiums-level-off",
                 *         "title": "Cyber premiums level off after three hard years",
                 *         "introduction": "Capacity has returned, and buyers notice.",
                 *         "publishedAt": "2026-01-30T08:00:00Z",
                 *         "contentType": "article",
                 *         "topics": [
                 *           12
                 *         ],
                 *         "companies": [
                 *           3
                 *         ],
                 *         "countries": [
                 *           "GB"
                 *         ],
                 *         "geoGroups": [
                 *           "europe"
                 *         ],
                 *         "image": {
                 *           "url": "https://premiumledger.example/images/cyber.jpg",
                 *           "width": 1200,
                 *           "height": 675,
                 *           "alt": "A server room"
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ArticleInput"][];
                /** @example {"url":"https://premiumledger.example/cyber-premiums-level-off","title":"Cyber premiums level off after three hard years","introduction":"Capacity has returned, and buyers notice.","publishedAt":"2026-01-30T08:00:00Z","contentType":"article","topics":[12],"companies":[3],"countries":["GB"],"geoGroups":["europe"],"image":{"url":"https://premiumledger.example/images/cyber.jpg","width":1200,"height":675,"alt":"A server room"}} */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "accepted": 41,
                     *         "rejected": [
                     *           {
                     *             "line": 7,
                     *             "errors": {
                     *               "slug": "must be lower-case words joined by hyphens"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Upserted"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArticleTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Article id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "tags": [
                     *           {
                     *             "kind": "topics",
                     *             "ref": 12,
                     *             "name": "Cyber",
                     *             "by": "rule",
                     *             "places": [
                     *               {
                     *                 "field": "title",
                     *                 "from": 0,
                     *                 "to": 5,
                     *                 "text": "Cyber"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            tags: {
                                /** @enum {string} */
                                kind: "topics" | "companies" | "countries" | "geoGroups";
                                /** @description Topic or company id, country code, geo group slug */
                                ref: number | string;
                                name: string;
                                /** @enum {string} */
                                by: "hand" | "rule";
                                places: components["schemas"]["Place"][];
                            }[];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    proposeArticle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://premiumledger.example/cyber-premiums-level-off"
                 *     }
                 */
                "application/json": {
                    url: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "article": {
                     *           "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *           "title": "Cyber premiums level off after three hard years",
                     *           "introduction": "Capacity has returned, and buyers notice.",
                     *           "publishedAt": "2026-01-30T08:00:00Z",
                     *           "contentType": "article",
                     *           "paywalled": false,
                     *           "image": null,
                     *           "tags": {
                     *             "topics": [
                     *               12
                     *             ],
                     *             "companies": [],
                     *             "countries": [],
                     *             "geoGroups": []
                     *           }
                     *         },
                     *         "source": {
                     *           "domain": "premiumledger.example",
                     *           "name": "Premium Ledger",
                     *           "stored": true
                     *         },
                     *         "feeds": [
                     *           "https://premiumledger.example/feed.xml"
                     *         ],
                     *         "existing": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description null: the address is that of a feed */
                            article: components["schemas"]["ProposedArticle"] | null;
                            source: {
                                domain: string;
                                name: string;
                                /** @description Whether this source is here already; false: it would be new */
                                stored: boolean;
                            };
                            /** @description Feeds that the page names */
                            feeds: string[];
                            /** @description The article that has this address already */
                            existing: number | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArticle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Article id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 1042,
                     *         "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *         "title": "Cyber premiums level off after three hard years",
                     *         "introduction": "Capacity has returned, and buyers notice.",
                     *         "publishedAt": "2026-01-30T08:00:00Z",
                     *         "contentType": "article",
                     *         "topics": [
                     *           12
                     *         ],
                     *         "companies": [
                     *           3
                     *         ],
                     *         "countries": [
                     *           "GB"
                     *         ],
                     *         "geoGroups": [
                     *           "europe"
                     *         ],
                     *         "image": {
                     *           "url": "https://premiumledger.example/images/cyber.jpg",
                     *           "width": 1200,
                     *           "height": 675,
                     *           "alt": "A server room"
                     *         },
                     *         "organisationType": null,
                     *         "client": "Topic Article",
                     *         "paywalled": false,
                     *         "registration": false,
                     *         "modifiedAt": "2026-01-30T08:00:00Z",
                     *         "source": {
                     *           "domain": "premiumledger.example",
                     *           "name": "Premium Ledger",
                     *           "icon": null
                     *         },
                     *         "topicNames": [
                     *           "Cyber"
                     *         ],
                     *         "companyNames": [
                     *           "Varnholt Re"
                     *         ],
                     *         "byRules": {
                     *           "topics": [
                     *             12
                     *           ],
                     *           "companies": [],
                     *           "countries": [],
                     *           "geoGroups": []
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedArticle"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putArticle: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Article id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://premiumledger.example/cyber-premiums-level-off",
                 *       "title": "Cyber premiums level off after three hard years",
                 *       "introduction": "Capacity has returned, and buyers notice.",
                 *       "publishedAt": "2026-01-30T08:00:00Z",
                 *       "contentType": "article",
                 *       "topics": [
                 *         12
                 *       ],
                 *       "companies": [
                 *         3
                 *       ],
                 *       "countries": [
                 *         "GB"
                 *       ],
                 *       "geoGroups": [
                 *         "europe"
                 *       ],
                 *       "image": {
                 *         "url": "https://premiumledger.example/images/cyber.jpg",
                 *         "width": 1200,
                 *         "height": 675,
                 *         "alt": "A server room"
                 *       }
                 *     }
                 */
                "application/json": {
                    id?: number | null;
                    url: string;
                    title: string;
                    introduction?: string | null;
                    /** Format: date-time */
                    publishedAt: string;
                    /** @enum {string} */
                    contentType: "article" | "video" | "gallery" | "report" | "pressrelease" | "podcast";
                    topics?: number[] | null;
                    companies?: number[] | null;
                    countries?: string[] | null;
                    geoGroups?: string[] | null;
                    organisationType?: ("Carrier" | "Broker" | "Service Provider") | null;
                    client?: string | null;
                    paywalled?: boolean | null;
                    registration?: boolean | null;
                    image?: (string | {
                        url: string;
                        width?: number | null;
                        height?: number | null;
                        alt?: string | null;
                    }) | null;
                    /** @description Of an article that is new here: when it was last edited, where it was before */
                    modifiedAt?: string | null;
                    /** @description As a read shows them: the tags among its own that rules have set. They stay theirs; left out, all tags are set by hand */
                    byRules?: {
                        topics?: number[] | null;
                        companies?: number[] | null;
                        countries?: string[] | null;
                        geoGroups?: string[] | null;
                    } | null;
                    /** @description As a read shows it: whose story it is where the address is one of Google News; ignored elsewhere, where the address says so */
                    source?: {
                        domain: string;
                        name?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 1042,
                     *         "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *         "title": "Cyber premiums level off after three hard years",
                     *         "introduction": "Capacity has returned, and buyers notice.",
                     *         "publishedAt": "2026-01-30T08:00:00Z",
                     *         "contentType": "article",
                     *         "topics": [
                     *           12
                     *         ],
                     *         "companies": [
                     *           3
                     *         ],
                     *         "countries": [
                     *           "GB"
                     *         ],
                     *         "geoGroups": [
                     *           "europe"
                     *         ],
                     *         "image": {
                     *           "url": "https://premiumledger.example/images/cyber.jpg",
                     *           "width": 1200,
                     *           "height": 675,
                     *           "alt": "A server room"
                     *         },
                     *         "organisationType": null,
                     *         "client": "Topic Article",
                     *         "paywalled": false,
                     *         "registration": false,
                     *         "modifiedAt": "2026-01-30T08:00:00Z",
                     *         "source": {
                     *           "domain": "premiumledger.example",
                     *           "name": "Premium Ledger",
                     *           "icon": null
                     *         },
                     *         "topicNames": [
                     *           "Cyber"
                     *         ],
                     *         "companyNames": [
                     *           "Varnholt Re"
                     *         ],
                     *         "byRules": {
                     *           "topics": [
                     *             12
                     *           ],
                     *           "companies": [],
                     *           "countries": [],
                     *           "geoGroups": []
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedArticle"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteArticle: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Article id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deleted": true,
                     *         "loses": {
                     *           "recommendedDays": [
                     *             "2026-01-30"
                     *           ]
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            deleted: boolean;
                            loses: {
                                /** @description Days whose selection it is in */
                                recommendedDays: string[];
                            };
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreArticle: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Article id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 1042,
                     *         "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *         "title": "Cyber premiums level off after three hard years",
                     *         "introduction": "Capacity has returned, and buyers notice.",
                     *         "publishedAt": "2026-01-30T08:00:00Z",
                     *         "contentType": "article",
                     *         "topics": [
                     *           12
                     *         ],
                     *         "companies": [
                     *           3
                     *         ],
                     *         "countries": [
                     *           "GB"
                     *         ],
                     *         "geoGroups": [
                     *           "europe"
                     *         ],
                     *         "image": {
                     *           "url": "https://premiumledger.example/images/cyber.jpg",
                     *           "width": 1200,
                     *           "height": 675,
                     *           "alt": "A server room"
                     *         },
                     *         "organisationType": null,
                     *         "client": "Topic Article",
                     *         "paywalled": false,
                     *         "registration": false,
                     *         "modifiedAt": "2026-01-30T08:00:00Z",
                     *         "source": {
                     *           "domain": "premiumledger.example",
                     *           "name": "Premium Ledger",
                     *           "icon": null
                     *         },
                     *         "topicNames": [
                     *           "Cyber"
                     *         ],
                     *         "companyNames": [
                     *           "Varnholt Re"
                     *         ],
                     *         "byRules": {
                     *           "topics": [
                     *             12
                     *           ],
                     *           "companies": [],
                     *           "countries": [],
                     *           "geoGroups": []
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedArticle"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description What it was called is in use again (`conflict`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "fail",
                     *       "code": 409,
                     *       "reason": "conflict",
                     *       "data": {
                     *         "id": "is in use"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "fail";
                        /** @constant */
                        code: 409;
                        /** @constant */
                        reason: "conflict";
                        data: {
                            [key: string]: string;
                        };
                    };
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSources: {
        parameters: {
            query?: {
                /** @description Part of a name or domain */
                search?: string;
                /** @description Kind of organisation */
                organisationType?: "Carrier" | "Broker" | "Service Provider";
                /** @description true: only sources with feeds, false: only those without */
                withFeeds?: boolean;
                /** @description A `-` before the name turns the order round */
                sort?: "domain" | "-domain" | "name" | "-name";
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum sources */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "sources": [
                     *           {
                     *             "domain": "premiumledger.example",
                     *             "name": "Premium Ledger",
                     *             "icon": null,
                     *             "iframeable": true,
                     *             "organisationType": null,
                     *             "client": "Topic Article",
                     *             "publishes": [
                     *               "ledger-magazine.example"
                     *             ],
                     *             "aggregator": false,
                     *             "aliases": [
                     *               "premium-ledger.example"
                     *             ],
                     *             "feeds": [
                     *               {
                     *                 "url": "https://premiumledger.example/feed.xml",
                     *                 "title": "Premium Ledger: all stories",
                     *                 "lastFetch": "2026-01-30T08:00:00Z",
                     *                 "lastNew": "2026-01-30T07:30:00Z",
                     *                 "nextPoll": "2026-01-30T08:15:00Z",
                     *                 "intervalSeconds": 900,
                     *                 "failures": 0,
                     *                 "reason": null
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            sources: components["schemas"]["SourceHealth"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "domain": "premiumledger.example",
                 *         "name": "Premium Ledger",
                 *         "iframeable": true,
                 *         "client": "Topic Article",
                 *         "publishes": [
                 *           "ledger-magazine.example"
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["SourceInput"][];
                /** @example {"domain":"premiumledger.example","name":"Premium Ledger","iframeable":true,"client":"Topic Article","publishes":["ledger-magazine.example"]} */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "accepted": 41,
                     *         "rejected": [
                     *           {
                     *             "line": 7,
                     *             "errors": {
                     *               "slug": "must be lower-case words joined by hyphens"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Upserted"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpml: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OPML 2.0 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/x-opml": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "domain": "premiumledger.example",
                     *         "name": "Premium Ledger",
                     *         "icon": null,
                     *         "iframeable": true,
                     *         "organisationType": null,
                     *         "client": "Topic Article",
                     *         "publishes": [
                     *           "ledger-magazine.example"
                     *         ],
                     *         "aggregator": false,
                     *         "aliases": [
                     *           "premium-ledger.example"
                     *         ],
                     *         "feeds": [
                     *           "https://premiumledger.example/feed.xml"
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedSource"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Premium Ledger",
                 *       "client": "Topic Article",
                 *       "feeds": [
                 *         "https://premiumledger.example/feed.xml"
                 *       ]
                 *     }
                 */
                "application/json": {
                    domain?: string;
                    name: string;
                    icon?: string | null;
                    iframeable?: boolean | null;
                    organisationType?: ("Carrier" | "Broker" | "Service Provider") | null;
                    client?: string | null;
                    /** @description Other hosts whose stories its feeds may bring, subdomains included; left out: as it is */
                    publishes?: string[] | null;
                    /** @description true: its feeds may bring stories of any host; left out: as it is */
                    aggregator?: boolean | null;
                    feeds?: string[] | null;
                    /** @description Other hosts whose articles are of this source from now on, unless the host is a source; left out: as they are */
                    aliases?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "domain": "premiumledger.example",
                     *         "name": "Premium Ledger",
                     *         "icon": null,
                     *         "iframeable": true,
                     *         "organisationType": null,
                     *         "client": "Topic Article",
                     *         "publishes": [
                     *           "ledger-magazine.example"
                     *         ],
                     *         "aggregator": false,
                     *         "aliases": [
                     *           "premium-ledger.example"
                     *         ],
                     *         "feeds": [
                     *           "https://premiumledger.example/feed.xml"
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedSource"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSource: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deleted": true,
                     *         "loses": {
                     *           "articles": 120,
                     *           "feeds": 1
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            deleted: boolean;
                            loses: {
                                /** @description Articles that are of it */
                                articles: number;
                                /** @description Feeds that it carries */
                                feeds: number;
                            };
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "domain": "premiumledger.example",
                     *         "name": "Premium Ledger",
                     *         "icon": null,
                     *         "iframeable": true,
                     *         "organisationType": null,
                     *         "client": "Topic Article",
                     *         "publishes": [
                     *           "ledger-magazine.example"
                     *         ],
                     *         "aggregator": false,
                     *         "aliases": [
                     *           "premium-ledger.example"
                     *         ],
                     *         "feeds": [
                     *           "https://premiumledger.example/feed.xml"
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedSource"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description What it was called is in use again (`conflict`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "fail",
                     *       "code": 409,
                     *       "reason": "conflict",
                     *       "data": {
                     *         "id": "is in use"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "fail";
                        /** @constant */
                        code: 409;
                        /** @constant */
                        reason: "conflict";
                        data: {
                            [key: string]: string;
                        };
                    };
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mergeSource: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "into": "ledger-magazine.example"
                 *     }
                 */
                "application/json": {
                    into: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "merged": true,
                     *         "moves": {
                     *           "articles": 120,
                     *           "feeds": 1
                     *         },
                     *         "into": {
                     *           "domain": "premiumledger.example",
                     *           "name": "Premium Ledger",
                     *           "icon": null,
                     *           "iframeable": true,
                     *           "organisationType": null,
                     *           "client": "Topic Article",
                     *           "publishes": [
                     *             "ledger-magazine.example"
                     *           ],
                     *           "aggregator": false,
                     *           "aliases": [
                     *             "premium-ledger.example"
                     *           ],
                     *           "feeds": [
                     *             "https://premiumledger.example/feed.xml"
                     *           ]
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            merged: boolean;
                            moves: {
                                /** @description Articles that are of it */
                                articles: number;
                                /** @description Feeds that it carries */
                                feeds: number;
                            };
                            into: components["schemas"]["ManagedSource"];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTopics: {
        parameters: {
            query?: {
                /** @description Part of a name or slug */
                search?: string;
                /** @description 1 = Specialty Lines, 2 = Interest Areas */
                category?: number;
                /** @description A `-` before the name turns the order round */
                sort?: "name" | "-name" | "id" | "-id";
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum items */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "topics": [
                     *           {
                     *             "id": 12,
                     *             "name": "Cyber",
                     *             "slug": "cyber",
                     *             "description": "Insurance of digital risks",
                     *             "category": 1,
                     *             "excludedFromTrending": false
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            topics: components["schemas"]["ManagedTopic"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putTopics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": 12,
                 *         "name": "Cyber",
                 *         "slug": "cyber",
                 *         "description": "Insurance of digital risks",
                 *         "category": 1,
                 *         "excludedFromTrending": false
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["TopicInput"][];
                /** @example {"id":12,"name":"Cyber","slug":"cyber","description":"Insurance of digital risks","category":1,"excludedFromTrending":false} */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "accepted": 41,
                     *         "rejected": [
                     *           {
                     *             "line": 7,
                     *             "errors": {
                     *               "slug": "must be lower-case words joined by hyphens"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Upserted"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTopic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Topic id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 12,
                     *         "name": "Cyber",
                     *         "slug": "cyber",
                     *         "description": "Insurance of digital risks",
                     *         "category": 1,
                     *         "excludedFromTrending": false
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedTopic"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Topic id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Parametric cover",
                 *       "slug": "parametric-cover",
                 *       "category": 1
                 *     }
                 */
                "application/json": {
                    id?: number;
                    name: string;
                    slug: string;
                    description?: string | null;
                    category: 1 | 2;
                    excludedFromTrending?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 12,
                     *         "name": "Cyber",
                     *         "slug": "cyber",
                     *         "description": "Insurance of digital risks",
                     *         "category": 1,
                     *         "excludedFromTrending": false
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedTopic"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTopic: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Topic id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deleted": true,
                     *         "loses": {
                     *           "articles": 120,
                     *           "rules": 1
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            deleted: boolean;
                            loses: {
                                /** @description Articles that are tagged with it */
                                articles: number;
                                /** @description Rules for it */
                                rules: number;
                            };
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Topic id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 12,
                     *         "name": "Cyber",
                     *         "slug": "cyber",
                     *         "description": "Insurance of digital risks",
                     *         "category": 1,
                     *         "excludedFromTrending": false
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedTopic"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description What it was called is in use again (`conflict`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "fail",
                     *       "code": 409,
                     *       "reason": "conflict",
                     *       "data": {
                     *         "id": "is in use"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "fail";
                        /** @constant */
                        code: 409;
                        /** @constant */
                        reason: "conflict";
                        data: {
                            [key: string]: string;
                        };
                    };
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mergeTopic: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Topic id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "into": 14
                 *     }
                 */
                "application/json": {
                    /** @description Topic identifier */
                    into: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "merged": true,
                     *         "moves": {
                     *           "articles": 120,
                     *           "rules": 1
                     *         },
                     *         "into": {
                     *           "id": 12,
                     *           "name": "Cyber",
                     *           "slug": "cyber",
                     *           "description": "Insurance of digital risks",
                     *           "category": 1,
                     *           "excludedFromTrending": false
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            merged: boolean;
                            moves: {
                                /** @description Articles that are tagged with it */
                                articles: number;
                                /** @description Rules for it */
                                rules: number;
                            };
                            into: components["schemas"]["ManagedTopic"];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description Part of a name */
                search?: string;
                /** @description Kind of organisation, such as Carrier, Broker, Service Provider */
                organisationType?: string;
                /** @description A `-` before the name turns the order round */
                sort?: "name" | "-name" | "id" | "-id";
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum items */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "companies": [
                     *           {
                     *             "id": 3,
                     *             "name": "Varnholt Re",
                     *             "organisationType": "Carrier"
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            companies: components["schemas"]["ManagedCompany"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": 3,
                 *         "name": "Varnholt Re",
                 *         "organisationType": "Carrier"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["CompanyInput"][];
                /** @example {"id":3,"name":"Varnholt Re","organisationType":"Carrier"} */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "accepted": 41,
                     *         "rejected": [
                     *           {
                     *             "line": 7,
                     *             "errors": {
                     *               "slug": "must be lower-case words joined by hyphens"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Upserted"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Company id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 3,
                     *         "name": "Varnholt Re",
                     *         "organisationType": "Carrier"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedCompany"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Company id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 3,
                 *       "name": "Varnholt Re",
                 *       "organisationType": "Carrier"
                 *     }
                 */
                "application/json": {
                    id?: number;
                    name: string;
                    /** @description Kind of organisation, such as Carrier, Broker, Service Provider */
                    organisationType: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 3,
                     *         "name": "Varnholt Re",
                     *         "organisationType": "Carrier"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedCompany"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCompany: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Company id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deleted": true,
                     *         "loses": {
                     *           "articles": 120,
                     *           "rules": 0
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            deleted: boolean;
                            loses: {
                                /** @description Articles that are tagged with it */
                                articles: number;
                                /** @description Rules for it */
                                rules: number;
                            };
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Company id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 3,
                     *         "name": "Varnholt Re",
                     *         "organisationType": "Carrier"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedCompany"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description What it was called is in use again (`conflict`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "fail",
                     *       "code": 409,
                     *       "reason": "conflict",
                     *       "data": {
                     *         "id": "is in use"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "fail";
                        /** @constant */
                        code: 409;
                        /** @constant */
                        reason: "conflict";
                        data: {
                            [key: string]: string;
                        };
                    };
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mergeCompany: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Company id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "into": 4
                 *     }
                 */
                "application/json": {
                    into: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "merged": true,
                     *         "moves": {
                     *           "articles": 120,
                     *           "rules": 0
                     *         },
                     *         "into": {
                     *           "id": 3,
                     *           "name": "Varnholt Re",
                     *           "organisationType": "Carrier"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            merged: boolean;
                            moves: {
                                /** @description Articles that are tagged with it */
                                articles: number;
                                /** @description Rules for it */
                                rules: number;
                            };
                            into: components["schemas"]["ManagedCompany"];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listGeoGroups: {
        parameters: {
            query?: {
                /** @description Part of a name or slug */
                search?: string;
                /** @description Only groups with this country */
                country?: string;
                /** @description A `-` before the name turns the order round */
                sort?: "name" | "-name" | "slug" | "-slug";
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum items */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "geoGroups": [
                     *           {
                     *             "slug": "benelux",
                     *             "name": "Benelux",
                     *             "countries": [
                     *               "BE",
                     *               "LU",
                     *               "NL"
                     *             ]
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            geoGroups: components["schemas"]["ManagedGeoGroup"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putGeoGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "slug": "benelux",
                 *         "name": "Benelux",
                 *         "countries": [
                 *           "BE",
                 *           "LU",
                 *           "NL"
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["GeoGroupInput"][];
                /** @example {"slug":"benelux","name":"Benelux","countries":["BE","LU","NL"]} */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "accepted": 41,
                     *         "rejected": [
                     *           {
                     *             "line": 7,
                     *             "errors": {
                     *               "slug": "must be lower-case words joined by hyphens"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Upserted"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGeoGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "slug": "benelux",
                     *         "name": "Benelux",
                     *         "countries": [
                     *           "BE",
                     *           "LU",
                     *           "NL"
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedGeoGroup"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putGeoGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "benelux",
                 *       "name": "Benelux",
                 *       "countries": [
                 *         "BE",
                 *         "LU",
                 *         "NL"
                 *       ]
                 *     }
                 */
                "application/json": {
                    slug?: string;
                    name: string;
                    countries?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "slug": "benelux",
                     *         "name": "Benelux",
                     *         "countries": [
                     *           "BE",
                     *           "LU",
                     *           "NL"
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedGeoGroup"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteGeoGroup: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deleted": true,
                     *         "loses": {
                     *           "articles": 120,
                     *           "rules": 0
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            deleted: boolean;
                            loses: {
                                /** @description Articles that are tagged with it */
                                articles: number;
                                /** @description Rules for it */
                                rules: number;
                            };
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreGeoGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "slug": "benelux",
                     *         "name": "Benelux",
                     *         "countries": [
                     *           "BE",
                     *           "LU",
                     *           "NL"
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ManagedGeoGroup"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description What it was called is in use again (`conflict`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "fail",
                     *       "code": 409,
                     *       "reason": "conflict",
                     *       "data": {
                     *         "id": "is in use"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "fail";
                        /** @constant */
                        code: 409;
                        /** @constant */
                        reason: "conflict";
                        data: {
                            [key: string]: string;
                        };
                    };
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRules: {
        parameters: {
            query?: {
                /** @description Part of a word, or of what a rule is for */
                search?: string;
                /** @description Only rules for these */
                kind?: "topic" | "company" | "country" | "geoGroup";
                /** @description A `-` before the name turns the order round */
                sort?: "kind" | "-kind";
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum rules */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "rules": [
                     *           {
                     *             "kind": "topic",
                     *             "ref": "41",
                     *             "words": [
                     *               "claim",
                     *               "loss adjust*"
                     *             ],
                     *             "exclusions": [
                     *               "claims to fame"
                     *             ]
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            rules: components["schemas"]["Rule"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "kind": "topic",
                 *         "ref": "41",
                 *         "words": [
                 *           "claim",
                 *           "loss adjust*"
                 *         ],
                 *         "exclusions": [
                 *           "claims to fame"
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["RuleInput"][];
                /** @example {"kind":"topic","ref":"41","words":["claim","loss adjust*"],"exclusions":["claims to fame"]} */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "accepted": 41,
                     *         "rejected": [
                     *           {
                     *             "line": 7,
                     *             "errors": {
                     *               "slug": "must be lower-case words joined by hyphens"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Upserted"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    tryRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "topic",
                 *       "ref": "41",
                 *       "words": [
                 *         "claim",
                 *         "loss adjust*"
                 *       ],
                 *       "exclusions": [
                 *         "claims to fame"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    kind: "topic" | "company" | "country" | "geoGroup";
                    /** @description Topic or company id, ISO 3166-1 alpha-2 code of a country, slug of a geo group */
                    ref: number | string;
                    /** @description Words and phrases, any of which tags */
                    words?: string[] | null;
                    /** @description Words and phrases that keep the rule from tagging */
                    exclusions?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "examined": 500,
                     *         "matches": [
                     *           {
                     *             "id": 1042,
                     *             "title": "Claims rise after the storm",
                     *             "introduction": "",
                     *             "isTagged": false,
                     *             "isBarred": false,
                     *             "places": [
                     *               {
                     *                 "field": "title",
                     *                 "from": 0,
                     *                 "to": 6,
                     *                 "text": "Claims"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Articles */
                            examined: number;
                            /** @description Newest first */
                            matches: {
                                /** @description Content (article) identifier */
                                id: number;
                                title: string;
                                introduction: string;
                                /** @description It has the tag already */
                                isTagged: boolean;
                                /** @description A hand has taken the tag away: no rule sets it */
                                isBarred: boolean;
                                places: components["schemas"]["Place"][];
                            }[];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "topic" | "company" | "country" | "geoGroup";
                /** @description Topic or company id, country code, geo group slug */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "kind": "topic",
                     *         "ref": "41",
                     *         "words": [
                     *           "claim",
                     *           "loss adjust*"
                     *         ],
                     *         "exclusions": [
                     *           "claims to fame"
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Rule"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                kind: "topic" | "company" | "country" | "geoGroup";
                /** @description Topic or company id, country code, geo group slug */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "words": [
                 *         "claim",
                 *         "loss adjust*"
                 *       ],
                 *       "exclusions": [
                 *         "claims to fame"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    kind?: "topic" | "company" | "country" | "geoGroup";
                    /** @description Topic or company id, ISO 3166-1 alpha-2 code of a country, slug of a geo group */
                    ref?: number | string;
                    /** @description Words and phrases, any of which tags */
                    words?: string[] | null;
                    /** @description Words and phrases that keep the rule from tagging */
                    exclusions?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "kind": "topic",
                     *         "ref": "41",
                     *         "words": [
                     *           "claim",
                     *           "loss adjust*"
                     *         ],
                     *         "exclusions": [
                     *           "claims to fame"
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Rule"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRule: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                kind: "topic" | "company" | "country" | "geoGroup";
                /** @description Topic or company id, country code, geo group slug */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deleted": true,
                     *         "loses": {}
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            deleted: boolean;
                            loses: Record<string, never>;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                kind: "topic" | "company" | "country" | "geoGroup";
                /** @description Topic or company id, country code, geo group slug */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "kind": "topic",
                     *         "ref": "41",
                     *         "words": [
                     *           "claim",
                     *           "loss adjust*"
                     *         ],
                     *         "exclusions": [
                     *           "claims to fame"
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Rule"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description What it was called is in use again (`conflict`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "fail",
                     *       "code": 409,
                     *       "reason": "conflict",
                     *       "data": {
                     *         "id": "is in use"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "fail";
                        /** @constant */
                        code: 409;
                        /** @constant */
                        reason: "conflict";
                        data: {
                            [key: string]: string;
                        };
                    };
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSearches: {
        parameters: {
            query?: {
                /** @description Part of a name or slug */
                search?: string;
                /** @description A `-` before the name turns the order round */
                sort?: "name" | "-name" | "slug" | "-slug";
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum items */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "searches": [
                     *           {
                     *             "slug": "floods-in-europe",
                     *             "name": "Floods in Europe",
                     *             "filter": {
                     *               "searchTerms": "flood*,storm surge",
                     *               "includeGeoGroups": "europe"
                     *             },
                     *             "feed": "/feeds/floods-in-europe/"
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            searches: components["schemas"]["SavedSearch"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putSearches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "slug": "floods-in-europe",
                 *         "name": "Floods in Europe",
                 *         "filter": {
                 *           "searchTerms": "flood*,storm surge",
                 *           "includeGeoGroups": "europe"
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["SavedSearchInput"][];
                /** @example {"slug":"floods-in-europe","name":"Floods in Europe","filter":{"searchTerms":"flood*,storm surge","includeGeoGroups":"europe"}} */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "accepted": 41,
                     *         "rejected": [
                     *           {
                     *             "line": 7,
                     *             "errors": {
                     *               "slug": "must be lower-case words joined by hyphens"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Upserted"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the search */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "slug": "floods-in-europe",
                     *         "name": "Floods in Europe",
                     *         "filter": {
                     *           "searchTerms": "flood*,storm surge",
                     *           "includeGeoGroups": "europe"
                     *         },
                     *         "feed": "/feeds/floods-in-europe/"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["SavedSearch"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Slug of the search */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Floods in Europe",
                 *       "filter": {
                 *         "searchTerms": "flood*,storm surge",
                 *         "includeGeoGroups": "europe"
                 *       }
                 *     }
                 */
                "application/json": {
                    slug?: string;
                    name: string;
                    /** @description Filters of `/api/v2/feed/` by parameter, each as the address of a feed has it */
                    filter: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "slug": "floods-in-europe",
                     *         "name": "Floods in Europe",
                     *         "filter": {
                     *           "searchTerms": "flood*,storm surge",
                     *           "includeGeoGroups": "europe"
                     *         },
                     *         "feed": "/feeds/floods-in-europe/"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["SavedSearch"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSearch: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Slug of the search */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deleted": true,
                     *         "loses": {
                     *           "webhooks": 1
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            deleted: boolean;
                            loses: {
                                /** @description Webhooks that name it */
                                webhooks: number;
                            };
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAnnotations: {
        parameters: {
            query?: {
                /** @description On this day or later (UTC) */
                from?: string;
                /** @description On this day or earlier (UTC) */
                to?: string;
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum items */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "annotations": [
                     *           {
                     *             "date": "2026-01-30",
                     *             "scope": "site",
                     *             "ref": null,
                     *             "text": "Storm Ingrid reaches the coast"
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            annotations: components["schemas"]["Annotation"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnnotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UTC day, as in histories */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "date": "2026-01-30",
                     *         "scope": "site",
                     *         "ref": null,
                     *         "text": "Storm Ingrid reaches the coast"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Annotation"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putAnnotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UTC day, as in histories */
                date: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Storm Ingrid reaches the coast"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date
                     * @description A UTC day, as in histories
                     */
                    date?: string;
                    /**
                     * @description What it is about: the whole site, one topic, or one article
                     * @enum {string}
                     */
                    scope?: "site" | "topic" | "article";
                    /** @description Topic or content id; null: the whole site */
                    ref?: number | null;
                    /** @description What happened, in at most 300 characters */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "date": "2026-01-30",
                     *         "scope": "site",
                     *         "ref": null,
                     *         "text": "Storm Ingrid reaches the coast"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Annotation"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAnnotation: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UTC day, as in histories */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deleted": true,
                     *         "loses": {}
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            deleted: boolean;
                            loses: Record<string, never>;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnnotationOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UTC day, as in histories */
                date: string;
                scope: "topic" | "article";
                /** @description Topic or content id */
                ref: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "date": "2026-01-30",
                     *         "scope": "topic",
                     *         "ref": 12,
                     *         "text": "Storm Ingrid reaches the coast"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Annotation"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putAnnotationOf: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UTC day, as in histories */
                date: string;
                scope: "topic" | "article";
                /** @description Topic or content id */
                ref: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Storm Ingrid reaches the coast"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date
                     * @description A UTC day, as in histories
                     */
                    date?: string;
                    /**
                     * @description What it is about: the whole site, one topic, or one article
                     * @enum {string}
                     */
                    scope?: "site" | "topic" | "article";
                    /** @description Topic or content id; null: the whole site */
                    ref?: number | null;
                    /** @description What happened, in at most 300 characters */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "date": "2026-01-30",
                     *         "scope": "topic",
                     *         "ref": 12,
                     *         "text": "Storm Ingrid reaches the coast"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Annotation"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAnnotationOf: {
        parameters: {
            query?: {
                /** @description true changes nothing and says what would lose the name */
                dryRun?: boolean;
            };
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UTC day, as in histories */
                date: string;
                scope: "topic" | "article";
                /** @description Topic or content id */
                ref: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deleted": true,
                     *         "loses": {}
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description false: this was a dry run */
                            deleted: boolean;
                            loses: Record<string, never>;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRecommendedDays: {
        parameters: {
            query?: {
                /** @description First day; today where left out */
                from?: string;
                /** @description Last day; 30 days after the first where left out */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "days": [
                     *           {
                     *             "date": "2026-01-30",
                     *             "articles": 6,
                     *             "version": 2,
                     *             "modifiedAt": "2026-01-29T16:20:00Z"
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            days: {
                                /** Format: date */
                                date: string;
                                /** @description How many */
                                articles: number;
                                /** @description Counts the changes of a day; 0: there is no selection yet */
                                version: number;
                                /** Format: date-time */
                                modifiedAt: string;
                            }[];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRecommendedDay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "date": "2026-01-30",
                     *         "version": 1,
                     *         "modifiedAt": "2026-01-29T16:20:00Z",
                     *         "articles": [
                     *           {
                     *             "contentId": 1042,
                     *             "title": "Cyber premiums level off after three hard years",
                     *             "introduction": "Capacity has returned, and buyers notice.",
                     *             "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *             "source": "Premium Ledger",
                     *             "contentType": "article",
                     *             "publishedAt": "2026-01-30T08:00:00Z",
                     *             "paywalled": false,
                     *             "image": "https://premiumledger.example/images/cyber.jpg",
                     *             "topics": [
                     *               {
                     *                 "id": 12,
                     *                 "name": "Cyber"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: date */
                            date: string;
                            /** @description Counts the changes of a day; 0: there is no selection yet */
                            version: number;
                            /** @description Of the last change */
                            modifiedAt: string | null;
                            /** @description In editorial order */
                            articles: components["schemas"]["DeskArticle"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putRecommended: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                date: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "articles": [
                 *         1042
                 *       ],
                 *       "version": 0
                 *     }
                 */
                "application/json": components["schemas"]["Selection"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "date": "2026-01-30",
                     *         "articles": [
                     *           1042
                     *         ],
                     *         "version": 1
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: date */
                            date: string;
                            articles: number[];
                            /** @description Counts the changes of a day; 0: there is no selection yet */
                            version: number;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Somebody else has changed the day since the given version (`conflict`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "fail",
                     *       "code": 409,
                     *       "reason": "conflict",
                     *       "data": {
                     *         "version": "must be 3, the current version: somebody else has changed 2026-01-30; look at it and send it again"
                     *       },
                     *       "current": {
                     *         "version": 3,
                     *         "modifiedAt": "2026-01-29T16:20:00Z",
                     *         "articles": [
                     *           1042,
                     *           1040
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Conflict"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRecommended: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deleted": "2026-01-30"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: date */
                            deleted: string;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreRecommended: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "date": "2026-01-30",
                     *         "articles": [
                     *           1042
                     *         ],
                     *         "version": 1
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** Format: date */
                            date: string;
                            articles: number[];
                            /** @description Counts the changes of a day; 0: there is no selection yet */
                            version: number;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description What it was called is in use again (`conflict`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "fail",
                     *       "code": 409,
                     *       "reason": "conflict",
                     *       "data": {
                     *         "id": "is in use"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "fail";
                        /** @constant */
                        code: 409;
                        /** @constant */
                        reason: "conflict";
                        data: {
                            [key: string]: string;
                        };
                    };
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCandidates: {
        parameters: {
            query?: {
                /** @description Words or phrases to find in headline or introduction; any of them */
                searchTerms?: string[];
                /** @description Only articles with these topics */
                topics?: number[];
                /** @description Only articles of this saved search */
                search?: string;
                /** @description The day that is being made: articles published up to its end count; today where left out */
                date?: string;
                /** @description Engagement of the last 24 hours or the last 7 days */
                period?: "24h" | "7d";
                /** @description Articles in each list */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "period": "24h",
                     *         "newest": [
                     *           {
                     *             "contentId": 1042,
                     *             "title": "Cyber premiums level off after three hard years",
                     *             "introduction": "Capacity has returned, and buyers notice.",
                     *             "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *             "source": "Premium Ledger",
                     *             "contentType": "article",
                     *             "publishedAt": "2026-01-30T08:00:00Z",
                     *             "paywalled": false,
                     *             "image": "https://premiumledger.example/images/cyber.jpg",
                     *             "topics": [
                     *               {
                     *                 "id": 12,
                     *                 "name": "Cyber"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "engaged": [
                     *           {
                     *             "contentId": 1042,
                     *             "title": "Cyber premiums level off after three hard years",
                     *             "introduction": "Capacity has returned, and buyers notice.",
                     *             "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *             "source": "Premium Ledger",
                     *             "contentType": "article",
                     *             "publishedAt": "2026-01-30T08:00:00Z",
                     *             "paywalled": false,
                     *             "image": "https://premiumledger.example/images/cyber.jpg",
                     *             "topics": [
                     *               {
                     *                 "id": 12,
                     *                 "name": "Cyber"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @enum {string} */
                            period: "24h" | "7d";
                            /** @description Newest first */
                            newest: components["schemas"]["DeskArticle"][];
                            /** @description Most engaging first */
                            engaged: components["schemas"]["DeskArticle"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPreview: {
        parameters: {
            query?: {
                /** @description Output format */
                output?: "json" | "rss" | "html";
                /** @description Content ids in their order */
                articles?: number[];
                /** @description The day that is being made: articles published up to its end count; today where left out */
                date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The selection as json, rss, html */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "https://jsonfeed.org/version/1.1",
                     *       "title": "newsgauge: recommended for 2026-01-30",
                     *       "home_page_url": "https://newsgauge.example/",
                     *       "feed_url": "https://newsgauge.example/api/v2/feed-recommended/?date=2026-01-30",
                     *       "description": "The editors’ selection of newsgauge",
                     *       "language": "en",
                     *       "items": [
                     *         {
                     *           "id": "1042",
                     *           "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *           "title": "Cyber premiums level off after three hard years",
                     *           "summary": "Capacity has returned, and buyers notice.",
                     *           "content_text": "Capacity has returned, and buyers notice.",
                     *           "image": "https://premiumledger.example/images/cyber.jpg",
                     *           "date_published": "2026-01-30T08:00:00Z",
                     *           "date_modified": "2026-01-30T08:00:00Z",
                     *           "authors": [
                     *             {
                     *               "name": "Premium Ledger",
                     *               "avatar": "https://premiumledger.example/icon.svg"
                     *             }
                     *           ],
                     *           "tags": [
                     *             "Cyber"
                     *           ],
                     *           "_article": {
                     *             "contentId": 1042,
                     *             "contentType": "article",
                     *             "organisationType": null,
                     *             "client": "Topic Article",
                     *             "source": {
                     *               "name": "Premium Ledger",
                     *               "domain": "premiumledger.example",
                     *               "icon": "https://premiumledger.example/icon.svg",
                     *               "iframeable": true,
                     *               "https": true
                     *             },
                     *             "topics": [
                     *               {
                     *                 "id": 12,
                     *                 "name": "Cyber",
                     *                 "slug": "cyber",
                     *                 "category": 1
                     *               }
                     *             ],
                     *             "companies": [
                     *               {
                     *                 "id": 3,
                     *                 "name": "Varnholt Re"
                     *               }
                     *             ],
                     *             "countries": [
                     *               "GB"
                     *             ],
                     *             "geoGroups": [
                     *               "europe"
                     *             ],
                     *             "paywalled": false,
                     *             "registration": false,
                     *             "image": {
                     *               "url": "https://premiumledger.example/images/cyber.jpg",
                     *               "width": 1200,
                     *               "height": 675,
                     *               "alt": "A server room"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "_query": {
                     *         "date": "2026-01-30"
                     *       },
                     *       "_recommended": {
                     *         "date": "2026-01-30"
                     *       }
                     *     }
                     */
                    "application/feed+json": components["schemas"]["JsonFeed"];
                    "application/rss+xml": string;
                    "text/html": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKeys: {
        parameters: {
            query?: {
                /** @description Part of a name */
                search?: string;
                /** @description What they may do */
                kind?: "secret" | "publishable" | "operator";
                /** @description Whether they are good */
                state?: "living" | "expired" | "revoked";
                /** @description A `-` before the name turns the order round */
                sort?: "id" | "-id" | "name" | "-name";
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum keys */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "keys": [
                     *           {
                     *             "id": 3,
                     *             "kind": "publishable",
                     *             "name": "Partner",
                     *             "origins": [
                     *               "https://www.partner.example"
                     *             ],
                     *             "state": "living",
                     *             "created": "2026-01-02T09:00:00Z",
                     *             "expires": null,
                     *             "revoked": null,
                     *             "signs": false,
                     *             "lastUsed": "2026-01-30"
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            keys: components["schemas"]["ListedKey"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "publishable",
                 *       "name": "Partner",
                 *       "origins": [
                 *         "https://www.partner.example"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    kind: "secret" | "publishable" | "operator";
                    name: string;
                    origins?: string[];
                    /** @description null or left out: never */
                    expires?: string | null;
                    /** @description Makes a signing secret, too */
                    sign?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "key": "ngp_…",
                     *         "secret": null,
                     *         "stored": {
                     *           "id": 3,
                     *           "kind": "publishable",
                     *           "name": "Partner",
                     *           "origins": [
                     *             "https://www.partner.example"
                     *           ],
                     *           "state": "living",
                     *           "created": "2026-01-02T09:00:00Z",
                     *           "expires": null,
                     *           "revoked": null,
                     *           "signs": false,
                     *           "lastUsed": "2026-01-30"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["MadeKey"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 3,
                     *         "kind": "publishable",
                     *         "name": "Partner",
                     *         "origins": [
                     *           "https://www.partner.example"
                     *         ],
                     *         "state": "living",
                     *         "created": "2026-01-02T09:00:00Z",
                     *         "expires": null,
                     *         "revoked": null,
                     *         "signs": false,
                     *         "lastUsed": "2026-01-30"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ListedKey"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Key id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Partner",
                 *       "origins": [
                 *         "https://www.partner.example"
                 *       ],
                 *       "expires": null
                 *     }
                 */
                "application/json": {
                    name: string;
                    origins?: string[];
                    /** @description null or left out: never */
                    expires?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 3,
                     *         "kind": "publishable",
                     *         "name": "Partner",
                     *         "origins": [
                     *           "https://www.partner.example"
                     *         ],
                     *         "state": "living",
                     *         "created": "2026-01-02T09:00:00Z",
                     *         "expires": null,
                     *         "revoked": null,
                     *         "signs": false,
                     *         "lastUsed": "2026-01-30"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ListedKey"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Key id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 3,
                     *         "kind": "publishable",
                     *         "name": "Partner",
                     *         "origins": [
                     *           "https://www.partner.example"
                     *         ],
                     *         "state": "revoked",
                     *         "created": "2026-01-02T09:00:00Z",
                     *         "expires": null,
                     *         "revoked": "2026-01-30T09:00:00Z",
                     *         "signs": false,
                     *         "lastUsed": "2026-01-30"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ListedKey"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKeyUses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "days": [
                     *           {
                     *             "date": "2026-01-30",
                     *             "answered": 412,
                     *             "refused": 0,
                     *             "limited": 0,
                     *             "failed": 0,
                     *             "clickAccepted": 96,
                     *             "clickDropped": 0,
                     *             "clickRefused": 0
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Newest first, at most 90 */
                            days: {
                                /** Format: date */
                                date: string;
                                answered: number;
                                refused: number;
                                limited: number;
                                failed: number;
                                clickAccepted: number;
                                clickDropped: number;
                                clickRefused: number;
                            }[];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Key id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grace": 86400
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Seconds that the old one works longer
                     * @default 86400
                     */
                    grace?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "key": "ngp_…",
                     *         "secret": null,
                     *         "stored": {
                     *           "id": 3,
                     *           "kind": "publishable",
                     *           "name": "Partner",
                     *           "origins": [
                     *             "https://www.partner.example"
                     *           ],
                     *           "state": "living",
                     *           "created": "2026-01-02T09:00:00Z",
                     *           "expires": null,
                     *           "revoked": null,
                     *           "signs": false,
                     *           "lastUsed": "2026-01-30"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["MadeKey"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Key id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grace": 86400
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Seconds that the old one works longer
                     * @default 86400
                     */
                    grace?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "secret": "ngj_…",
                     *         "stored": {
                     *           "id": 3,
                     *           "kind": "publishable",
                     *           "name": "Partner",
                     *           "origins": [
                     *             "https://www.partner.example"
                     *           ],
                     *           "state": "living",
                     *           "created": "2026-01-02T09:00:00Z",
                     *           "expires": null,
                     *           "revoked": null,
                     *           "signs": true,
                     *           "lastUsed": "2026-01-30"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description It cannot be read again */
                            secret: string;
                            stored: components["schemas"]["ListedKey"];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putFeeds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "url": "https://premiumledger.example/feed.xml",
                 *         "domain": "premiumledger.example",
                 *         "name": "Premium Ledger"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["FeedInput"][];
                /** @example {"url":"https://premiumledger.example/feed.xml","domain":"premiumledger.example","name":"Premium Ledger"} */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "accepted": 41,
                     *         "rejected": [
                     *           {
                     *             "line": 7,
                     *             "errors": {
                     *               "slug": "must be lower-case words joined by hyphens"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Upserted"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pollFeeds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "urls": [
                 *         "https://premiumledger.example/feed.xml"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PollInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "polled": [
                     *           {
                     *             "url": "https://premiumledger.example/feed.xml",
                     *             "result": "taken",
                     *             "added": 3,
                     *             "changed": 1,
                     *             "unchanged": 16,
                     *             "refused": 0,
                     *             "reason": null
                     *           }
                     *         ],
                     *         "left": 0
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            polled: components["schemas"]["Polled"][];
                            /** @description Feeds that were not begun in this call */
                            left: number;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseFeeds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "urls": [
                 *         "https://premiumledger.example/feed.xml"
                 *       ]
                 *     }
                 */
                "application/json": {
                    urls: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "paused": 1
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            paused: number;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeFeeds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "urls": [
                 *         "https://premiumledger.example/feed.xml"
                 *       ]
                 *     }
                 */
                "application/json": {
                    urls: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "resumed": 1
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            resumed: number;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postFeedItems: {
        parameters: {
            query?: {
                /** @description Where the document is from: a feed that is polled, or what its links are relative to */
                url?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "https://jsonfeed.org/version/1.1",
                 *       "title": "Premium Ledger: all stories",
                 *       "items": [
                 *         {
                 *           "id": "7",
                 *           "url": "https://premiumledger.example/cyber-premiums-level-off",
                 *           "title": "Cyber premiums level off"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    version: "https://jsonfeed.org/version/1.1";
                    title: string;
                    items: {
                        id: string;
                        url: string;
                        title: string;
                    }[];
                };
                "application/xml": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "title": "Premium Ledger: all stories",
                     *         "added": 3,
                     *         "changed": 1,
                     *         "unchanged": 16,
                     *         "refused": 0,
                     *         "reason": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            title: string;
                            added: number;
                            changed: number;
                            unchanged: number;
                            /** @description Items left out */
                            refused: number;
                            /** @description Why it failed, or what could not be taken, in words */
                            reason: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retag: {
        parameters: {
            query?: {
                /** @description Id of the last article of the call before */
                after?: number;
                /** @description Maximum articles to examine */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "examined": 560,
                     *         "changed": 1,
                     *         "tags": {
                     *           "topics": {
                     *             "added": 1,
                     *             "removed": 0
                     *           },
                     *           "companies": {
                     *             "added": 0,
                     *             "removed": 0
                     *           },
                     *           "countries": {
                     *             "added": 0,
                     *             "removed": 0
                     *           },
                     *           "geoGroups": {
                     *             "added": 0,
                     *             "removed": 0
                     *           }
                     *         },
                     *         "sample": [
                     *           {
                     *             "contentId": 1042,
                     *             "title": "Singapore insolvencies reach a ten-year high",
                     *             "added": {
                     *               "topics": [
                     *                 41
                     *               ],
                     *               "companies": [],
                     *               "countries": [],
                     *               "geoGroups": []
                     *             },
                     *             "removed": {
                     *               "topics": [],
                     *               "companies": [],
                     *               "countries": [],
                     *               "geoGroups": []
                     *             }
                     *           }
                     *         ],
                     *         "after": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Retagged"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importClicks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "contentId": 1042,
                 *         "at": "2026-01-30T08:15:00Z",
                 *         "reader": "r-1",
                 *         "continent": "EU",
                 *         "companyType": "broker"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["PastClick"][];
                /** @example {"contentId":1042,"at":"2026-01-30T08:15:00Z","reader":"r-1","continent":"EU","companyType":"broker"} */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "accepted": 41,
                     *         "rejected": [
                     *           {
                     *             "line": 7,
                     *             "errors": {
                     *               "slug": "must be lower-case words joined by hyphens"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Upserted"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFiltered: {
        parameters: {
            query?: {
                /** @description The running hour and those before it, so many in all */
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "came": 1360,
                     *         "counted": 1200,
                     *         "waiting": 2,
                     *         "leftOut": {
                     *           "bot": 80,
                     *           "repeated": 78
                     *         },
                     *         "hours": [
                     *           {
                     *             "hour": "2026-01-30T08:00:00Z",
                     *             "came": 1360,
                     *             "counted": 1200,
                     *             "waiting": 2,
                     *             "leftOut": {
                     *               "bot": 80,
                     *               "repeated": 78
                     *             }
                     *           }
                     *         ],
                     *         "unknownArticles": [
                     *           {
                     *             "contentId": 90210,
                     *             "clicks": 3,
                     *             "lastHour": "2026-01-30T08:00:00Z"
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Beacons and followed links */
                            came: number;
                            counted: number;
                            /** @description In the queue */
                            waiting: number;
                            /** @description By reason */
                            leftOut: {
                                [key: string]: number;
                            };
                            /** @description Oldest first */
                            hours: {
                                /**
                                 * Format: date-time
                                 * @description Its start
                                 */
                                hour: string;
                                /** @description Beacons and followed links */
                                came: number;
                                counted: number;
                                /** @description In the queue */
                                waiting: number;
                                /** @description By reason */
                                leftOut: {
                                    [key: string]: number;
                                };
                            }[];
                            /** @description Ids that were clicked and name no published article, at most 100; 0: all beyond 1,000 ids */
                            unknownArticles: {
                                contentId: number;
                                clicks: number;
                                /** Format: date-time */
                                lastHour: string;
                            }[];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWeights: {
        parameters: {
            query?: {
                /** @description The running hour and those before it, so many in all; 25 is the window 24h */
                hours?: number;
                /** @description Maximum articles */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "state": "on",
                     *         "votes": 4210,
                     *         "clicks": 1000,
                     *         "takenOff": 4,
                     *         "percent": 0.4,
                     *         "hours": [
                     *           {
                     *             "hour": "2026-01-30T08:00:00Z",
                     *             "clicks": 40,
                     *             "network": 4,
                     *             "agent": 0
                     *           }
                     *         ],
                     *         "articles": [
                     *           {
                     *             "contentId": 1042,
                     *             "title": "Cyber premiums level off",
                     *             "clicks": 10,
                     *             "takenOff": 4,
                     *             "stoodOut": "network",
                     *             "hours": [
                     *               {
                     *                 "hour": "2026-01-30T08:00:00Z",
                     *                 "clicks": 10,
                     *                 "takenOff": 4,
                     *                 "stoodOut": "network"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /**
                             * @description off: `WEIGHTS=off`; tooFewVotes: below 200 votes nothing is taken off
                             * @enum {string}
                             */
                            state: "on" | "off" | "tooFewVotes";
                            /** @description Votes of the newest shares of the site; null: none have been made */
                            votes: number | null;
                            /** @description Unsigned clicks */
                            clicks: number;
                            /** @description Of them, those that do not count */
                            takenOff: number;
                            /** @description Part of the unsigned clicks that is taken off */
                            percent: number;
                            /** @description Oldest first: unsigned clicks, and what was taken off by what stood out */
                            hours: {
                                /**
                                 * Format: date-time
                                 * @description Its start
                                 */
                                hour: string;
                                clicks: number;
                                network: number;
                                agent: number;
                            }[];
                            /** @description Those that lose most */
                            articles: {
                                /** @description Content (article) identifier */
                                contentId: number;
                                title: string | null;
                                /** @description Unsigned clicks */
                                clicks: number;
                                /** @description Of them, those that do not count */
                                takenOff: number;
                                /**
                                 * @description What stood out; which network or user agent is kept nowhere
                                 * @enum {string}
                                 */
                                stoodOut: "network" | "agent";
                                /** @description Clicked hours, oldest first */
                                hours: {
                                    /** Format: date-time */
                                    hour: string;
                                    /** @description Unsigned clicks */
                                    clicks: number;
                                    /** @description Of them, those that do not count */
                                    takenOff: number;
                                    stoodOut: ("network" | "agent") | null;
                                }[];
                            }[];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeadLetters: {
        parameters: {
            query?: {
                /** @description Id of the last dead letter of the page before */
                after?: number;
                /** @description Maximum dead letters */
                limit?: number;
                /** @description Only dead letters of this reason */
                reason?: "malformed" | "unknownArticle" | "tooOld" | "failed";
                /** @description Only dead letters with these ids */
                ids?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deadLetters": [
                     *           {
                     *             "id": 1,
                     *             "at": 1769760900,
                     *             "messageId": "a1b2",
                     *             "reason": "unknownArticle",
                     *             "body": {
                     *               "contentId": 9
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            deadLetters: components["schemas"]["DeadLetter"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    discardDeadLetters: {
        parameters: {
            query?: {
                /** @description Only dead letters of this reason */
                reason?: "malformed" | "unknownArticle" | "tooOld" | "failed";
                /** @description Only dead letters with these ids */
                ids?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "discarded": 2
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            discarded: number;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDeadLetters: {
        parameters: {
            query?: {
                /** @description Maximum dead letters to replay */
                limit?: number;
                /** @description Only dead letters of this reason */
                reason?: "malformed" | "unknownArticle" | "tooOld" | "failed";
                /** @description Only dead letters with these ids */
                ids?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "replayed": 2
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            replayed: number;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "webhooks": [
                     *           {
                     *             "id": 1,
                     *             "name": "News room",
                     *             "url": "https://chat.example/hooks/news",
                     *             "format": "standard",
                     *             "events": [
                     *               "topic.entered_top_ten",
                     *               "article.matched"
                     *             ],
                     *             "topics": null,
                     *             "searches": [
                     *               "floods-in-europe"
                     *             ],
                     *             "quiet": {
                     *               "from": "22:00",
                     *               "to": "07:00"
                     *             },
                     *             "enabled": true,
                     *             "disabledReason": null,
                     *             "created": "2026-01-30T09:00:00Z",
                     *             "deliveries": {
                     *               "pending": 0,
                     *               "delivered": 41,
                     *               "failed": 1
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            webhooks: {
                                id: number;
                                name: string;
                                url: string;
                                /** @enum {string} */
                                format: "standard" | "slack" | "teams";
                                events: ("topic.entered_top_ten" | "topic.left_top_ten" | "topic.grows" | "story.rises" | "source.failed" | "selection.published" | "article.matched" | "service.alarm" | "service.recovered")[];
                                topics: number[] | null;
                                searches: string[];
                                /** @description Times of day in the publisher’s time zone between which nothing is sent; it is sent afterwards */
                                quiet: {
                                    from: string;
                                    to: string;
                                } | null;
                                enabled: boolean;
                                /** @description Why the service has switched it off; null: it has not */
                                disabledReason: string | null;
                                /** Format: date-time */
                                created: string;
                                /** @description Deliveries of the last 30 days by state */
                                deliveries: {
                                    pending: number;
                                    delivered: number;
                                    failed: number;
                                };
                            }[];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "News room",
                 *       "url": "https://chat.example/hooks/news",
                 *       "format": "standard",
                 *       "events": [
                 *         "topic.entered_top_ten",
                 *         "article.matched"
                 *       ],
                 *       "topics": null,
                 *       "searches": [
                 *         "floods-in-europe"
                 *       ],
                 *       "quiet": {
                 *         "from": "22:00",
                 *         "to": "07:00"
                 *       },
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "secret": "whsec_…",
                     *         "stored": {
                     *           "id": 1,
                     *           "name": "News room",
                     *           "url": "https://chat.example/hooks/news",
                     *           "format": "standard",
                     *           "events": [
                     *             "topic.entered_top_ten",
                     *             "article.matched"
                     *           ],
                     *           "topics": null,
                     *           "searches": [
                     *             "floods-in-europe"
                     *           ],
                     *           "quiet": {
                     *             "from": "22:00",
                     *             "to": "07:00"
                     *           },
                     *           "enabled": true,
                     *           "disabledReason": null,
                     *           "created": "2026-01-30T09:00:00Z"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Signs what is sent, by https://www.standardwebhooks.com; it cannot be read again */
                            secret: string;
                            stored: components["schemas"]["Webhook"];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Webhook id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "News room",
                     *         "url": "https://chat.example/hooks/news",
                     *         "format": "standard",
                     *         "events": [
                     *           "topic.entered_top_ten",
                     *           "article.matched"
                     *         ],
                     *         "topics": null,
                     *         "searches": [
                     *           "floods-in-europe"
                     *         ],
                     *         "quiet": {
                     *           "from": "22:00",
                     *           "to": "07:00"
                     *         },
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "created": "2026-01-30T09:00:00Z"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Webhook"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Webhook id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "News room",
                 *       "url": "https://chat.example/hooks/news",
                 *       "format": "standard",
                 *       "events": [
                 *         "topic.entered_top_ten",
                 *         "article.matched"
                 *       ],
                 *       "topics": null,
                 *       "searches": [
                 *         "floods-in-europe"
                 *       ],
                 *       "quiet": {
                 *         "from": "22:00",
                 *         "to": "07:00"
                 *       },
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "News room",
                     *         "url": "https://chat.example/hooks/news",
                     *         "format": "standard",
                     *         "events": [
                     *           "topic.entered_top_ten",
                     *           "article.matched"
                     *         ],
                     *         "topics": null,
                     *         "searches": [
                     *           "floods-in-europe"
                     *         ],
                     *         "quiet": {
                     *           "from": "22:00",
                     *           "to": "07:00"
                     *         },
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "created": "2026-01-30T09:00:00Z"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Webhook"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Webhook id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "News room",
                     *         "url": "https://chat.example/hooks/news",
                     *         "format": "standard",
                     *         "events": [
                     *           "topic.entered_top_ten",
                     *           "article.matched"
                     *         ],
                     *         "topics": null,
                     *         "searches": [
                     *           "floods-in-europe"
                     *         ],
                     *         "quiet": {
                     *           "from": "22:00",
                     *           "to": "07:00"
                     *         },
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "created": "2026-01-30T09:00:00Z"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Webhook"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Webhook id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grace": 86400
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Seconds that messages are signed with the old one, too
                     * @default 86400
                     */
                    grace?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "secret": "whsec_…",
                     *         "stored": {
                     *           "id": 1,
                     *           "name": "News room",
                     *           "url": "https://chat.example/hooks/news",
                     *           "format": "standard",
                     *           "events": [
                     *             "topic.entered_top_ten",
                     *             "article.matched"
                     *           ],
                     *           "topics": null,
                     *           "searches": [
                     *             "floods-in-europe"
                     *           ],
                     *           "quiet": {
                     *             "from": "22:00",
                     *             "to": "07:00"
                     *           },
                     *           "enabled": true,
                     *           "disabledReason": null,
                     *           "created": "2026-01-30T09:00:00Z"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Signs what is sent, by https://www.standardwebhooks.com; it cannot be read again */
                            secret: string;
                            stored: components["schemas"]["Webhook"];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state */
                state?: "pending" | "delivered" | "failed";
                /** @description Only events of this type */
                type?: "topic.entered_top_ten" | "topic.left_top_ten" | "topic.grows" | "story.rises" | "source.failed" | "selection.published" | "article.matched" | "service.alarm" | "service.recovered";
                /** @description Only events about this, such as `topic:47` */
                subject?: string;
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum items */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Webhook id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deliveries": [
                     *           {
                     *             "event": {
                     *               "id": 87,
                     *               "type": "topic.entered_top_ten",
                     *               "subject": "topic:12",
                     *               "at": "2026-01-30T09:00:00Z",
                     *               "data": {
                     *                 "topic": {
                     *                   "id": 12,
                     *                   "name": "Cyber",
                     *                   "slug": "cyber"
                     *                 },
                     *                 "rank": 4,
                     *                 "previousRank": 14
                     *               }
                     *             },
                     *             "state": "pending",
                     *             "attempts": 1,
                     *             "next": "2026-01-30T09:00:07Z",
                     *             "log": [
                     *               {
                     *                 "at": "2026-01-30T09:00:02Z",
                     *                 "status": 503,
                     *                 "milliseconds": 120,
                     *                 "reason": "answers 503",
                     *                 "excerpt": "Down for maintenance"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            deliveries: components["schemas"]["WebhookDelivery"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Webhook id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "delivered": false,
                     *         "attempt": {
                     *           "at": "2026-01-30T09:00:02Z",
                     *           "status": 503,
                     *           "milliseconds": 120,
                     *           "reason": "answers 503",
                     *           "excerpt": "Down for maintenance"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            delivered: boolean;
                            attempt: components["schemas"]["WebhookAttempt"];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Webhook id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         87
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Ids of events; left out: all that were given up */
                    events?: number[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "replayed": 1
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            replayed: number;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description Only events of this type */
                type?: "topic.entered_top_ten" | "topic.left_top_ten" | "topic.grows" | "story.rises" | "source.failed" | "selection.published" | "article.matched" | "service.alarm" | "service.recovered";
                /** @description Only events about this, such as `topic:47` */
                subject?: string;
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum items */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "events": [
                     *           {
                     *             "id": 87,
                     *             "type": "topic.entered_top_ten",
                     *             "subject": "topic:12",
                     *             "at": "2026-01-30T09:00:00Z",
                     *             "data": {
                     *               "topic": {
                     *                 "id": 12,
                     *                 "name": "Cyber",
                     *                 "slug": "cyber"
                     *               },
                     *               "rank": 4,
                     *               "previousRank": 14
                     *             }
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            events: components["schemas"]["WebhookEvent"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAudit: {
        parameters: {
            query?: {
                /** @description What was changed */
                kind?: "article" | "topic" | "company" | "source" | "geoGroup" | "rule" | "recommended" | "key" | "feed" | "session" | "share" | "search" | "webhook" | "annotation" | "alerts" | "letter";
                /** @description Which one: id, domain, slug or date */
                ref?: string;
                /** @description Name of the key */
                actor?: string;
                /** @description What was done */
                action?: "create" | "update" | "delete" | "merge" | "restore";
                /** @description All that was changed at once */
                change?: string;
                /** @description change: one entry for all that was changed at once, the last */
                by?: "record" | "change";
                /** @description On this day or later, in the publisher’s time zone (`TIME_ZONE`) */
                from?: string;
                /** @description On this day or earlier, in the publisher’s time zone (`TIME_ZONE`) */
                to?: string;
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum items */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "entries": [
                     *           {
                     *             "id": 812,
                     *             "at": "2026-01-30T09:12:00Z",
                     *             "actor": "Newsroom",
                     *             "session": "4be21f0a9c37d5e8",
                     *             "change": "0d0bd3a5-6a0b-4d9c-8a53-0a9f1f3a7f6e",
                     *             "kind": "article",
                     *             "ref": "1042",
                     *             "action": "update",
                     *             "before": {
                     *               "title": "Cyber premiums level of"
                     *             },
                     *             "after": {
                     *               "title": "Cyber premiums level off"
                     *             },
                     *             "name": "Cyber premiums level off",
                     *             "things": 1,
                     *             "reverted": false,
                     *             "final": null
                     *           }
                     *         ],
                     *         "titles": {},
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            entries: components["schemas"]["AuditEntry"][];
                            /** @description Headlines of the articles of selections, by id */
                            titles: {
                                [key: string]: string;
                            };
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revertChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `change` of an entry */
                change: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "only": [
                 *         "article/1042"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Kind and ref of what is to be taken back, such as article/1042; left out: everything */
                    only?: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "reverted": 10,
                     *         "left": 0
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            reverted: number;
                            /** @description Things of the change that are still as it left them */
                            left: number;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description What it was called is in use again (`conflict`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "fail",
                     *       "code": 409,
                     *       "reason": "conflict",
                     *       "data": {
                     *         "id": "is in use"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "fail";
                        /** @constant */
                        code: 409;
                        /** @constant */
                        reason: "conflict";
                        data: {
                            [key: string]: string;
                        };
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeleted: {
        parameters: {
            query?: {
                /** @description What was deleted */
                kind?: "article" | "topic" | "company" | "source" | "geoGroup" | "rule" | "recommended" | "key" | "feed" | "session" | "share" | "search" | "webhook" | "annotation" | "alerts" | "letter";
                /** @description Part of its name */
                search?: string;
                /** @description Where the page begins: `next` or `previous` of another page */
                cursor?: string;
                /** @description Maximum items */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "deleted": [
                     *           {
                     *             "kind": "topic",
                     *             "ref": "12",
                     *             "name": "Cyber",
                     *             "at": "2026-01-30T09:12:00Z",
                     *             "actor": "Newsroom",
                     *             "mergedInto": null
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "next": null,
                     *         "previous": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            deleted: components["schemas"]["Deleted"][];
                            /** @description How many there are; null: that would have to be counted */
                            total: number | null;
                            /** @description Cursor of the next page; null: there is none */
                            next: string | null;
                            /** @description Cursor of the page before; null: there is none */
                            previous: string | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "sessions": [
                     *           {
                     *             "id": "4be21f0a9c37d5e8",
                     *             "keyId": 2,
                     *             "name": "Newsroom",
                     *             "kind": "operator",
                     *             "isOwn": true,
                     *             "created": "2026-01-30T08:00:00Z",
                     *             "expires": "2026-01-30T20:00:00Z"
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            sessions: components["schemas"]["ListedSession"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "ended": "4be21f0a9c37d5e8"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            ended: string;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getShares: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "shares": [
                     *           {
                     *             "id": 5,
                     *             "name": "Board, January",
                     *             "view": "insights/trending-topics/?period=7d&limit=20",
                     *             "actor": "Newsroom",
                     *             "state": "living",
                     *             "created": "2026-01-30T09:00:00Z",
                     *             "expires": "2026-03-01T09:00:00Z",
                     *             "revoked": null
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            shares: components["schemas"]["ListedShare"][];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Board, January",
                 *       "view": "insights/trending-topics/?period=7d&limit=20",
                 *       "days": 30
                 *     }
                 */
                "application/json": {
                    name: string;
                    view: string;
                    /**
                     * @description How long it lasts
                     * @default 30
                     */
                    days?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "link": "https://news.example/s/3f…",
                     *         "stored": {
                     *           "id": 5,
                     *           "name": "Board, January",
                     *           "view": "insights/trending-topics/?period=7d&limit=20",
                     *           "actor": "Newsroom",
                     *           "state": "living",
                     *           "created": "2026-01-30T09:00:00Z",
                     *           "expires": "2026-03-01T09:00:00Z",
                     *           "revoked": null
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description It cannot be read again */
                            link: string;
                            stored: components["schemas"]["ListedShare"];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Share id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": 5,
                     *         "name": "Board, January",
                     *         "view": "insights/trending-topics/?period=7d&limit=20",
                     *         "actor": "Newsroom",
                     *         "state": "revoked",
                     *         "created": "2026-01-30T09:00:00Z",
                     *         "expires": "2026-03-01T09:00:00Z",
                     *         "revoked": "2026-01-31T09:00:00Z"
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ListedShare"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebSub: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "hub": "https://hub.example/",
                     *         "topics": [
                     *           {
                     *             "feed": "feed/?output=rss",
                     *             "address": "https://news.example/websub/3f…",
                     *             "pinged": "2026-01-30T08:00:00Z",
                     *             "failed": null,
                     *             "failure": null
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description null: none */
                            hub: string | null;
                            topics: {
                                /** @description As configured: path and query below `/api/v2/`, or the whole path */
                                feed: string;
                                /** @description By which the hub knows it; anyone who has it can read the feed */
                                address: string;
                                /** @description When the hub was last notified of a change; null: never */
                                pinged: string | null;
                                /** @description When the last attempt failed; null: it did not */
                                failed: string | null;
                                /** @description What was wrong then */
                                failure: string | null;
                            }[];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAlertSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "types": [
                     *           "topic.entered_top_ten",
                     *           "topic.left_top_ten",
                     *           "topic.grows",
                     *           "story.rises"
                     *         ],
                     *         "oncePerDay": true,
                     *         "quiet": {
                     *           "from": "22:00",
                     *           "to": "07:00"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["AlertSettings"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putAlertSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference */
                "If-Match"?: string;
                /** @description `*`: nothing is stored where the thing is there already */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "types": [
                 *         "topic.entered_top_ten",
                 *         "topic.left_top_ten",
                 *         "topic.grows",
                 *         "story.rises"
                 *       ],
                 *       "oncePerDay": true,
                 *       "quiet": {
                 *         "from": "22:00",
                 *         "to": "07:00"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertSettings"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "types": [
                     *           "topic.entered_top_ten",
                     *           "topic.left_top_ten",
                     *           "topic.grows",
                     *           "story.rises"
                     *         ],
                     *         "oncePerDay": true,
                     *         "quiet": {
                     *           "from": "22:00",
                     *           "to": "07:00"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["AlertSettings"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAlertPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "recordedSince": "2026-01-12T08:05:00Z",
                     *         "alarms": [
                     *           {
                     *             "at": "2026-01-30T09:05:00Z",
                     *             "type": "topic.entered_top_ten",
                     *             "subject": "topic:12",
                     *             "name": "Cyber",
                     *             "data": {
                     *               "topic": {
                     *                 "id": 12,
                     *                 "name": "Cyber",
                     *                 "slug": "cyber"
                     *               },
                     *               "rank": 7,
                     *               "previousRank": 14
                     *             },
                     *             "basis": "recorded"
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Since when alarms are recorded; null: not yet */
                            recordedSince: string | null;
                            alarms: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                type: "topic.entered_top_ten" | "topic.left_top_ten" | "topic.grows" | "story.rises";
                                /** @description `topic:47` or `article:1042` */
                                subject: string;
                                name: string;
                                /** @description As a webhook gets it */
                                data: {
                                    [key: string]: unknown;
                                };
                                /** @enum {string} */
                                basis: "recorded" | "recomputed";
                            }[];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rebuild: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "rebuilt": 48
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description Rankings */
                            rebuilt: number;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "database": "ok",
                     *         "queue": {
                     *           "queued": 3000,
                     *           "oldestSeconds": 240,
                     *           "secondsLeft": 5
                     *         },
                     *         "deadLetterQueue": {
                     *           "queued": 0,
                     *           "oldestSeconds": null,
                     *           "secondsLeft": null
                     *         },
                     *         "deadLetters": {
                     *           "unknownArticle": 2
                     *         },
                     *         "lastClickHour": "2026-01-30T08:00:00Z",
                     *         "rankings": {
                     *           "published": 48,
                     *           "late": 0,
                     *           "oldestAgeSeconds": 240
                     *         },
                     *         "jobs": [
                     *           {
                     *             "job": "watchdog",
                     *             "lastRun": "2026-01-30T08:25:00Z",
                     *             "ageSeconds": 90,
                     *             "failure": null
                     *           }
                     *         ],
                     *         "alarms": [
                     *           {
                     *             "alarm": "webhooks",
                     *             "since": "2026-01-30T08:15:00Z",
                     *             "detail": "a webhook cannot be delivered to, or was switched off"
                     *           }
                     *         ],
                     *         "outcomes": {
                     *           "counted": 1200,
                     *           "dropped:bot": 80
                     *         },
                     *         "webhooks": {
                     *           "enabled": 2,
                     *           "failing": 1,
                     *           "switchedOff": 0,
                     *           "waiting": 3,
                     *           "oldestSeconds": 900
                     *         },
                     *         "websub": {
                     *           "accepted": 412,
                     *           "failed": 2,
                     *           "failing": 0,
                     *           "lastPing": "2026-01-30T08:20:00Z"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Status"];
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenMetrics 1.0 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # TYPE newsgauge_queue_messages gauge
                     *     # HELP newsgauge_queue_messages Clicks that wait to be counted.
                     *     newsgauge_queue_messages 0
                     *     # EOF
                     */
                    "application/openmetrics-text": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChoices: {
        parameters: {
            query?: {
                /** @description What to choose from */
                kind?: "topics" | "companies";
                /** @description What the name holds; every name where left out */
                q?: string;
                /** @description Only these, to learn their names */
                ids?: number[];
                /** @description Maximum names */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "choices": [
                     *           {
                     *             "id": 12,
                     *             "name": "Cyber"
                     *           }
                     *         ],
                     *         "more": false
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            choices: {
                                id: number;
                                name: string;
                            }[];
                            /** @description There are more that fit */
                            more: boolean;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSearchChoices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "searches": [
                     *           {
                     *             "slug": "floods-in-europe",
                     *             "name": "Floods in Europe"
                     *           }
                     *         ]
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            searches: {
                                slug: string;
                                name: string;
                            }[];
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrendingPage: {
        parameters: {
            query?: {
                /** @description now: the last 24 hours; week: the last 7 days */
                period?: "now" | "week";
                /** @description Maximum topics */
                limit?: number;
                /** @description Where a topic leads: an address in which `{id}` and `{slug}` are replaced; without it topics are no links */
                link?: string;
                /** @description Colours of the HTML output; `auto` follows the reader’s device */
                theme?: "auto" | "light" | "dark";
                /** @description Accent colour of the HTML output as six hex digits, such as 1a6fb5 */
                accent?: string;
                /** @description Language of the HTML output’s own words and dates */
                language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt";
                /** @description A heading above the articles of the HTML output */
                title?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOrPage"];
            401: components["responses"]["UnauthorizedOrPage"];
            403: components["responses"]["ForbiddenOrPage"];
            429: components["responses"]["TooManyRequestsOrPage"];
            500: components["responses"]["InternalErrorOrPage"];
            503: components["responses"]["UnavailableOrPage"];
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/call",
                 *       "params": {
                 *         "name": "trending_topics",
                 *         "arguments": {
                 *           "period": "now",
                 *           "limit": 5
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The answer to the message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "result": {
                     *         "content": [
                     *           {
                     *             "type": "text",
                     *             "text": "{\"topics\":[]}"
                     *           }
                     *         ],
                     *         "structuredContent": {
                     *           "topics": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description The notification was taken */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is no message of the protocol */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "error": {
                     *         "code": -32600,
                     *         "message": "Invalid Request"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The protocol knows no such method */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "error": {
                     *         "code": -32601,
                     *         "message": "Method not found"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "live": true
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @constant */
                            live: true;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["InternalError"];
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "ready": true
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @constant */
                            ready: true;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["InternalError"];
            /** @description It cannot now (`databaseUnavailable`, `migrationsMissing`, `restoring`, `databaseDamaged`, `indexOutdated`); `Retry-After` says when to ask again */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "code": 503,
                     *       "reason": "migrationsMissing",
                     *       "message": "The database is not migrated to this version."
                     *     }
                     */
                    "application/json": components["schemas"]["NotReady"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "session": {
                     *           "name": "Newsroom",
                     *           "kind": "operator",
                     *           "expires": "2026-01-02T21:00:00Z"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description null: nobody is signed in */
                            session: components["schemas"]["Session"] | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "session": {
                     *           "name": "Newsroom",
                     *           "kind": "operator",
                     *           "expires": "2026-01-02T21:00:00Z"
                     *         }
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description null: nobody is signed in */
                            session: components["schemas"]["Session"] | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "session": null
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            /** @description null: nobody is signed in */
                            session: components["schemas"]["Session"] | null;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the answer to `POST /manage/shares` shows it */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The link has expired, was revoked, or never existed */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getShareData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the answer to `POST /manage/shares` shows it */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer of the view */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "period": "7d",
                     *         "topics": []
                     *       },
                     *       "code": 200
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        code: 200;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebSubTopic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As the feed names it in `feed_url` or `rel="self"` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest articles */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "https://jsonfeed.org/version/1.1",
                     *       "title": "newsgauge: articles",
                     *       "home_page_url": "https://newsgauge.example/",
                     *       "feed_url": "https://newsgauge.example/api/v2/feed/?includeTopics=12&limit=1",
                     *       "description": "Articles of newsgauge, newest first",
                     *       "next_url": "https://newsgauge.example/api/v2/feed/?includeTopics=12&limit=1&cursor=t9b3gg-sy",
                     *       "language": "en",
                     *       "items": [
                     *         {
                     *           "id": "1042",
                     *           "url": "https://premiumledger.example/cyber-premiums-level-off",
                     *           "title": "Cyber premiums level off after three hard years",
                     *           "summary": "Capacity has returned, and buyers notice.",
                     *           "content_text": "Capacity has returned, and buyers notice.",
                     *           "image": "https://premiumledger.example/images/cyber.jpg",
                     *           "date_published": "2026-01-30T08:00:00Z",
                     *           "date_modified": "2026-01-30T08:00:00Z",
                     *           "authors": [
                     *             {
                     *               "name": "Premium Ledger",
                     *               "avatar": "https://premiumledger.example/icon.svg"
                     *             }
                     *           ],
                     *           "tags": [
                     *             "Cyber"
                     *           ],
                     *           "_article": {
                     *             "contentId": 1042,
                     *             "contentType": "article",
                     *             "organisationType": null,
                     *             "client": "Topic Article",
                     *             "source": {
                     *               "name": "Premium Ledger",
                     *               "domain": "premiumledger.example",
                     *               "icon": "https://premiumledger.example/icon.svg",
                     *               "iframeable": true,
                     *               "https": true
                     *             },
                     *             "topics": [
                     *               {
                     *                 "id": 12,
                     *                 "name": "Cyber",
                     *                 "slug": "cyber",
                     *                 "category": 1
                     *               }
                     *             ],
                     *             "companies": [
                     *               {
                     *                 "id": 3,
                     *                 "name": "Varnholt Re"
                     *               }
                     *             ],
                     *             "countries": [
                     *               "GB"
                     *             ],
                     *             "geoGroups": [
                     *               "europe"
                     *             ],
                     *             "paywalled": false,
                     *             "registration": false,
                     *             "image": {
                     *               "url": "https://premiumledger.example/images/cyber.jpg",
                     *               "width": 1200,
                     *               "height": 675,
                     *               "alt": "A server room"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "_query": {
                     *         "includeTopics": "12",
                     *         "limit": 1
                     *       }
                     *     }
                     */
                    "application/feed+json": components["schemas"]["JsonFeed"];
                    "application/rss+xml": string;
                    "text/html": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getDocsGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Such as `insights` */
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such group */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    /**
                     * @example {
                     *       "status": "fail",
                     *       "code": 404,
                     *       "reason": "notFound",
                     *       "data": {
                     *         "group": "is not a group of the reference"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Fail"];
                };
            };
        };
    };
    getLlmsText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Markdown as llms.txt has it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # newsgauge
                     *
                     *     > Articles, filtered precisely, and what readers engage with: trending topics, growth, rising and popular content, histories, audiences.
                     *
                     *     Engagement is given as order, rank, percentage or index. No answer holds a count of clicks or readers.
                     *
                     *     Every question needs a key, which the publisher of this site makes. A secret key reads everything; a publishable key reads the feed,
                     *     recommendations, trending topics and the lists of topics, companies and geo groups. Send it as `Authorization: Bearer KEY`.
                     *
                     *     ## Ask
                     *
                     *     - [MCP](https://news.example/mcp): the Model Context Protocol by streamable HTTP, with a secret key as Bearer; each read is a tool
                     *     - [Feed](https://news.example/api/v2/feed/): articles, newest first, as JSON Feed; `output=rss` for RSS
                     *     - [Trending topics](https://news.example/api/v2/topics/trending/): topics by engagement
                     *     - [Rising content](https://news.example/api/v2/insights/rising-content/): what is gaining readers now
                     *
                     *     ## Reference
                     *
                     *     - [Reference](https://news.example/docs): every endpoint with its parameters, for people
                     *     - [OpenAPI](https://news.example/api/v2/openapi.json): the same for programs
                     */
                    "text/plain": string;
                };
            };
            /** @description The answer still has the given ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
