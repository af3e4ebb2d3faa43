import { COLLECTIONS } from '../../collections/all-collections.ts';
import { router } from '../../http/base.ts';
import { announcing } from '../websub/announce.ts';
import { manageKeys } from './access/key-routes.ts';
import { managePeople } from './access/people.ts';
import { manageSessions } from './access/sessions.ts';
import { shareLinkRoutes } from './access/share-link-routes.ts';
import { manageSubscriptions } from './access/subscriptions.ts';
import { manageCollection } from './collection.ts';
import { manageCandidates, managePreview } from './desk/desk.ts';
import { manageRecommended } from './desk/recommended.ts';
import './desk/plan-routes.ts';
import { manageAlerts } from './events/alerts.ts';
import { manageEvents } from './events/deliveries.ts';
import { manageWebhooks } from './events/webhooks.ts';
import { manageWebsub } from './events/websub.ts';
import { manageFeeds } from './feed-routes.ts';
import { manageAudit } from './history/audit-routes.ts';
import { manageDeleted } from './history/deleted.ts';
import { manageClicks, manageDeadLetters, manageFiltered } from './operations/click-routes.ts';
import { manageClock } from './operations/clock.ts';
import { companyMatchRoutes } from './operations/company-matches.ts';
import { manageDemo } from './operations/demo.ts';
import { discountingRoutes } from './operations/discounting.ts';
import { manageOperations } from './operations/operations.ts';
import { manageStaff } from './operations/own-staff.ts';
import { positionBiasRoute } from './operations/position-bias.ts';
import { manageRetag } from './operations/retag.ts';
import { OWN_ROUTES } from './own-routes.ts';

/** Routes that editors may use, unless the route table restricts them to operators. */
export const editorRoutes = router();

editorRoutes.use(announcing);
for (const of of COLLECTIONS) editorRoutes.route(`/${of.name}`, manageCollection(of, OWN_ROUTES[of.name]));
editorRoutes.route('/recommended', manageRecommended.router);
editorRoutes.route('/candidates', manageCandidates);
editorRoutes.route('/preview', managePreview);
editorRoutes.route('/feeds', manageFeeds);
editorRoutes.route('/company-matches', companyMatchRoutes.router);
editorRoutes.route('/retag', manageRetag);
editorRoutes.route('/audit', manageAudit.router);
editorRoutes.route('/deleted', manageDeleted);

export const own = router();

own.route('/shares', shareLinkRoutes.router);
own.route('/subscriptions', manageSubscriptions.router);

export const manage = router();

manage.use(announcing);
manage.route('/keys', manageKeys.router);
manage.route('/people', managePeople.router);
manage.route('/clicks', manageClicks);
manage.route('/filtered', manageFiltered);
manage.route('/discounting', discountingRoutes.router);
manage.route('/clock', manageClock.router);
manage.route('/own-staff', manageStaff.router);
manage.route('/position-bias', positionBiasRoute);
manage.route('/demo', manageDemo.router);
manage.route('/dead-letters', manageDeadLetters.router);
manage.route('/webhooks', manageWebhooks.router);
manage.route('/events', manageEvents);
manage.route('/sessions', manageSessions.router);
manage.route('/websub', manageWebsub);
manage.route('/alerts', manageAlerts.router);
manage.route('/', manageOperations.router);
