import { IS_SERVER, may, request, useSession } from '../../lib/request.ts';
import { Button, Dialog, openDialog } from '../../ui/actions.tsx';

/** Button that invites other people to the weekly email. Only editors and operators may do that. */
export function SendWeek() {
  const { session } = useSession();
  if (IS_SERVER || !may(session, 'edit')) return null;
  const send = async () => {
    const { sendsMail } = await request<{ sendsMail: boolean }>('/manage/subscriptions', {});
    const { addRecipients } = await import('../../keys/recipients.tsx');
    if (sendsMail) return addRecipients(() => {}, 'Find recipients under “Your account”, where you can remove them.');
    openDialog((close) => (
      <Dialog title="Email is not set up" close={close}>
        <p>
          {may(session, 'operate') ? (
            <>
              To send the week by email, <a href="/docs/guides/subscriptions#set-up-mail">set up mail</a> first.
            </>
          ) : (
            'Ask an operator to set up mail.'
          )}
        </p>
        <div class="row before-4">
          <Button text="Done" press={close} />
        </div>
      </Dialog>
    ));
  };
  return <Button text="Send by email" press={send} />;
}
