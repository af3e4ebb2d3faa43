import { article, HOUR, MINUTE, startStage } from './stage.ts';

const DAY_MINUTES = 1440;
/** Minutes between clicks and between publications. */
const CLICK_EVERY = 11;
const PUBLISH_EVERY = 180;

/** Lets days pass in which nothing is wrong, minute by minute with every cron. Returns what is wrong: alarms that were raised. */
export async function quiet(days: number): Promise<string[]> {
  const stage = await startStage();
  const { move, cron, click, manage, now, receiver, told } = stage;
  try {
    const feeds = [`${receiver.origin}/good.xml`, `${receiver.origin}/feed`];
    await manage('PUT', 'sources', [{ domain: 'ledger.example', name: 'Ledger', feeds }]);
    const events = ['selection.published', 'source.failed'];
    await manage('POST', 'webhooks', { name: 'Newsroom', url: `${receiver.origin}/flaky`, events });
    const began = Date.now();
    const startOfDay = now();
    for (let minute = 1; minute <= days * DAY_MINUTES; minute++) {
      await move(MINUTE);
      await stage.machine({ disk: { free: 20e9, size: 40e9 } });
      if (minute % CLICK_EVERY === 0) {
        await click();
        // The queue goes by the machine's clock: to the Worker's a message in it has waited since the run began.
        await stage.settled();
      }
      if (minute % PUBLISH_EVERY === 0) await publish(minute / PUBLISH_EVERY);
      await cron('minute');
      if (minute % 5 === 0) await cron('frequent');
      if (minute % DAY_MINUTES === 0) await cron('daily');
    }
    await stage.settled();
    const passed = ((now() - startOfDay) / HOUR).toFixed(0);
    console.log(`${passed} quiet hours passed in ${Math.round((Date.now() - began) / 1000)} s`);
    return told().map((each) => `a quiet time: ${JSON.stringify(each)}`);
  } finally {
    await stage.stop();
  }

  async function publish(n: number): Promise<void> {
    await manage('PUT', 'articles', [article(1 + n, new Date(now()).toISOString())]);
    await manage('PUT', `recommended/${new Date(now()).toISOString().slice(0, 10)}`, { articles: [1 + n] });
  }
}
