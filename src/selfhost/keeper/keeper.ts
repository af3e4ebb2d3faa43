/**
 * The process that `npm start` is: it has the port, the lock and the log, and decides what lives. It never waits for the runtime, and
 * loads next to nothing: whatever takes long is done by processes beside it, which can be ended and replaced. (docs/decisions.md#L12)
 */
import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { uptime } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lock } from '../../node/state/lock.ts';
import { type Aside, aside, telling } from '../aside.ts';
import { startCopier } from '../copies/start-copier.ts';
import { FrontKeeper } from '../front/front-keeper.ts';
import { tour } from '../prime/keys.ts';
import type { Primed, Priming } from '../prime/prime-process.ts';
import type { Captured } from '../runtime/capture.ts';
import { type Runtime, startRuntime } from '../runtime/runtime-process.ts';
import type { State } from '../state/state-folder.ts';
import { ClockSteps } from './clock-steps.ts';
import { keepTime } from './cron-timer.ts';
import type { Preparation } from './prepare-process.ts';
import { notifySystemd } from './systemd-and-npm.ts';

/** Milliseconds between two questions whether the runtime answers, and of silence after which it is ended. */
const PING = 2000;
const HUNG = 20_000;
/** Milliseconds that the queues have to be emptied at a stop; what is left waits on disk for the next start. */
const DRAIN = 3000;
/** Processes beside this one. */
const PREPARE = 'selfhost/keeper/prepare-process';
const PRIME = 'selfhost/prime/prime-process';
/** Said in place of being ready, where feeds were to fill the newsroom. */
const NOTHING_CAME = 'no feed has brought one. The lines above say why, and what allows it.';
/** Seconds between two attempts to start the runtime, at most. */
const MAX_PAUSE = 30;

export interface Plan {
  state: State;
  url: string;
  opml?: string | undefined;
}

export class Keeper {
  readonly #plan: Plan;
  readonly #token = randomBytes(24).toString('base64url');
  #fronts: FrontKeeper[];
  #captured: Captured | undefined;
  #runtime: Runtime | undefined;
  readonly #asides = new Set<Aside>();
  #isStopping = false;
  /** Set while the runtime is replaced on purpose. */
  #isReplacing = true;
  #restarting: Promise<void> | undefined;
  #endCrons = () => {};
  #endPings = () => {};
  #endCopies = () => {};

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#fronts = [new FrontKeeper(this.#token)];
  }

  /** The front that gets what comes. */
  get front(): FrontKeeper {
    return this.#fronts[0] as FrontKeeper;
  }

  get lock(): Lock {
    return this.#plan.state.lock;
  }

  /** Resolves when the world is served. Rejects with what keeps it from being served; never resolves once a stop was asked for. */
  async start(): Promise<void> {
    const { state, url } = this.#plan;
    this.#captured = await telling('Making the runtime ready', this.#prepare(['files', 'database'], state.isNew));
    const { keys, isEmpty } = await this.#begin(true);
    state.finished();
    this.#endCrons = keepTime({
      cron: (cron) => this.#doors().cron(cron),
      wake: () => this.#doors().wake(),
      tellMachine: () => this.#tellMachine().catch(() => {}),
    });
    this.#endPings = this.#watchRuntime();
    this.#endCopies = startCopier(state.folder, (note) => this.#doors().query(note));
    console.log(tour(url, keys));
    console.log(isEmpty ? `Running on ${url}, without a story: ${NOTHING_CAME}` : `Ready on ${url}`);
    notifySystemd('READY=1');
  }

  /**
   * Goes on with the code and the settings that are in place now. Everything that can be made before is made before; requests wait
   * while one runtime follows the other. Where something cannot be made, nothing changes.
   */
  restart(): Promise<void> {
    this.#restarting ??= this.#replaceAll()
      .catch((thrown: Error) => console.error(`Not restarted: ${thrown.message}`))
      .finally(() => {
        this.#restarting = undefined;
      });
    return this.#restarting;
  }

  /** Answers what was asked, counts what was accepted, and ends every process but this one. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    notifySystemd('STOPPING=1');
    for (const work of this.#asides) work.end();
    this.#endCrons();
    this.#endPings();
    this.#endCopies();
    await Promise.all(this.#fronts.map((front) => front.close()));
    const left = await this.#drain().catch(() => 0);
    if (left > 0) console.log(`${left} clicks wait on disk for the next start`);
    this.release();
  }

  /** Ends every process but this one, at once. */
  release(): void {
    this.#isStopping = true;
    for (const work of this.#asides) work.end();
    this.#endCopies();
    for (const front of this.#fronts) front.end();
    this.#runtime?.kill();
  }

  async #replaceAll(): Promise<void> {
    console.log('Restarting');
    notifySystemd('RELOADING=1');
    const captured = await this.#prepare(['files'], false);
    // Before anybody has to wait for them.
    const [preparing, priming] = await Promise.all([this.#load(PREPARE), this.#load(PRIME)]);
    this.#isReplacing = true;
    const [old] = this.#fronts;
    this.#fronts = [new FrontKeeper(this.#token), ...this.#fronts.filter(({ hasEnded }) => !hasEnded)];
    if (this.#runtime) this.front.guard(this.#runtime.pid);
    await Promise.all(this.#fronts.map((front) => front.hold()));
    old?.retire();
    this.#runtime?.kill();
    await this.#runtime?.ended;
    const before = this.#captured;
    try {
      this.#captured = captured;
      await this.#prepare(['database'], false, preparing);
      await this.#begin(false, priming);
      console.log(`Ready on ${this.#plan.url}`);
    } catch (thrown) {
      this.#captured = before;
      this.#isReplacing = false;
      this.#runtime?.kill();
      await this.#startAgain();
      throw thrown;
    } finally {
      for (const work of [preparing, priming]) this.#done(work);
      notifySystemd('READY=1');
    }
  }

  /** Starts the runtime, and lets the world in when what it needs is there. */
  async #begin(isStart: boolean, work?: Aside): Promise<Primed> {
    const { state, url, opml } = this.#plan;
    const runtime = await telling('Starting the runtime', this.#startRuntime());
    const isNew = isStart && state.isNew;
    const priming: Priming = { state: state.folder, target: runtime.target, doors: runtime.doors.address, url, isNew };
    const primed = await this.#ask<Primed>(
      work ?? (await telling('Starting the runtime', this.#load(PRIME))),
      isStart ? { ...priming, opml } : priming,
    );
    this.#isReplacing = false;
    this.#serve(runtime);
    return primed;
  }

  #serve(runtime: Runtime): void {
    for (const front of this.#fronts) front.serve(runtime.target);
    void runtime.doors.wake().catch(() => {});
  }

  async #startRuntime(): Promise<Runtime> {
    const { state, url } = this.#plan;
    if (!this.#captured) throw new Error('there is nothing to start the runtime by');
    const begun = (pid: number) => {
      state.lock.write({ pid: process.pid, url, token: this.#token }, { runtime: pid });
      for (const front of this.#fronts) front.guard(pid);
    };
    // While the world waits, the requests are this server's own.
    const print = (line: string) => {
      if (!this.#isReplacing || !line.includes('"event":"request"')) console.log(line);
    };
    const runtime = await startRuntime(state.folder, this.#captured, begun, print);
    this.#runtime = runtime;
    void runtime.ended.then(() => this.#revive(runtime));
    return runtime;
  }

  /** After a runtime has ended that should not have. */
  async #revive(dead: Runtime): Promise<void> {
    if (this.#isStopping || this.#isReplacing || this.#runtime !== dead) return;
    for (const front of this.#fronts) void front.hold();
    await this.#startAgain();
  }

  /** Starts runtimes until one answers. */
  async #startAgain(): Promise<void> {
    for (let pause = 1; !this.#isStopping; pause = Math.min(MAX_PAUSE, pause * 2)) {
      try {
        const runtime = await this.#startRuntime();
        report({ event: 'workerdRestarted' });
        this.#serve(runtime);
        return;
      } catch (thrown) {
        report({ event: 'workerdFailed', reason: String((thrown as Error).message).split('\n')[0], retriedIn: pause });
        await sleep(pause * 1000);
      }
    }
  }

  /**
   * Ends a runtime that does not answer, whatever it does, and one whose clock was set back: its timers stand still until the clock is there
   * again. Returns what ends the watching. (docs/decisions.md#L24)
   */
  #watchRuntime(): () => void {
    const steps = new ClockSteps();
    let heard = performance.now();
    let own = heard;
    let isAsking = false;
    const timer = setInterval(async () => {
      const now = performance.now();
      // Who stood still itself cannot say that the other did.
      if (now - own > 3 * PING || this.#isReplacing) heard = now;
      own = now;
      const runtime = this.#runtime;
      const back = steps.setBack(Date.now(), now);
      if (back > 0 && !this.#isReplacing) {
        report({ event: 'clockSetBack', seconds: Math.round(back / 1000) });
        heard = now;
        runtime?.kill();
      }
      if (now - heard > HUNG) {
        report({ event: 'workerdHangs' });
        heard = now;
        runtime?.kill();
      }
      if (isAsking || !runtime) return;
      isAsking = true;
      const answers = await runtime.doors.ping(HUNG).then(
        () => true,
        () => false,
      );
      // A runtime that has just been started gets its full time.
      if (answers || this.#runtime !== runtime) heard = performance.now();
      isAsking = false;
      notifySystemd('WATCHDOG=1');
    }, PING);
    return () => clearInterval(timer);
  }

  /** How much room the disk of the state has. */
  async #tellMachine(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(this.#plan.state.folder);
    await this.#doors().machine({ disk: { free: bavail * bsize, size: blocks * bsize }, uptime: uptime() });
  }

  #doors() {
    if (!this.#runtime) throw new Error('the runtime does not run');
    return this.#runtime.doors;
  }

  async #prepare(parts: Preparation['parts'], isNew: boolean, work?: Aside): Promise<Captured> {
    const preparation: Preparation = { state: this.#plan.state.folder, parts, isNew };
    return this.#ask<Captured>(work ?? (await this.#load(PREPARE)), preparation);
  }

  /** A process beside this one that has loaded what it works with. */
  async #load(script: string): Promise<Aside> {
    const work = aside(script);
    this.#asides.add(work);
    await this.#unlessStopping(work.loaded);
    return work;
  }

  async #ask<T>(work: Aside, input: object): Promise<T> {
    try {
      return await this.#unlessStopping(work.ask<T>(input));
    } finally {
      this.#done(work);
    }
  }

  #done(work: Aside): void {
    work.end();
    this.#asides.delete(work);
  }

  /** Never resolves where a stop has ended what is waited for. */
  async #unlessStopping<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (thrown) {
      if (this.#isStopping) return await new Promise<never>(() => {});
      throw thrown;
    }
  }

  /** Waits until no message waits or the time is over; resolves to how many still do. */
  async #drain(): Promise<number> {
    const runtime = this.#runtime;
    if (!runtime) return 0;
    for (const end = Date.now() + DRAIN; ; await sleep(100)) {
      const left = Object.values(await runtime.doors.waiting()).reduce((sum, count) => sum + count, 0);
      if (left === 0 || Date.now() > end) return left;
    }
  }
}

const report = ({ event, ...facts }: Record<string, unknown>) =>
  console.error(JSON.stringify({ event, at: new Date().toISOString(), ...facts }));
