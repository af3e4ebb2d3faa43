import { IS_SERVER, may, request, useSession } from '../../lib/request.ts';
import { Button, Dialog, openDialog } from '../../ui/actions.tsx';
import { openShareForm } from './share.tsx';

/** Button that invites other people to the weekly email, or to `view` if email is not set up. For editors. */
export function SendWeek({ view }: { view: string }) {
  const { session } = useSession();
  if (IS_SERVER || !may(session, 'edit')) return null;
  const send = async () => {
    const { sendsMail } = await request<{ sendsMail: boolean }>('/manage/subscriptions', {});
    const { addRecipients } = await import('../../keys/recipients.tsx');
    if (sendsMail) return addRecipients(() => {}, 'Find recipients under “Your account”, where you can remove them.');
    openDialog((close) => (
      <Dialog title="Email is not set up" close={close}>
        <p>
          You can share a link to the week instead, which anyone can open without an account.{' '}
          {may(session, 'operate') ? (
            <>
              To send it by email every Monday, <a href="/docs/guides/subscriptions#set-up-mail">set up mail</a>.
            </>
          ) : (
            'For an email every Monday, ask an operator to set up mail.'
          )}
        </p>
        <div class="row before-4">
          <Button
            text="Share a link"
            look="primary"
            press={() => {
              close();
              return openShareForm({ view }, session);
            }}
          />
          <Button text="Cancel" press={close} />
        </div>
      </Dialog>
    ));
  };
  return <Button text="Email every Monday" press={send} />;
}
