import type { DatabaseSync } from 'node:sqlite';
import type { Background } from '../background.ts';
import { Alarms } from './alarms.ts';
import { InputGate } from './input-gate.ts';
import { ObjectStore } from './object-store.ts';
import { cloneValue, remoteError, remoteMethod } from './remote.ts';

export type Make = (ctx: DurableObjectState) => object;

interface Instance {
  gate: InputGate;
  object: object;
  /** Reason why the object's memory differs from its stored values. If set, the next event creates a new instance. */
  broken?: unknown;
}

/** All Durable Objects of the process, their storage in one file, and their alarms. */
export class Objects {
  readonly #store: ObjectStore;
  readonly #alarms: Alarms;
  readonly #background: Background;
  readonly #classes = new Map<string, Make>();
  readonly #instances = new Map<string, Instance>();

  constructor(database: DatabaseSync, background: Background) {
    this.#background = background;
    this.#store = new ObjectStore(database, (object, reason) => this.#break(object, reason));
    this.#alarms = new Alarms(this.#store, (object, info) =>
      this.#event(object, async (instance) => {
        await (instance as { alarm?(info: AlarmInvocationInfo): Promise<void> }).alarm?.(info);
      }),
    );
  }

  /** Commits pending writes. Must run before the process sends any output. */
  commit(): void {
    this.#store.commit();
  }

  /** Sets the timers of stored alarms. The classes of the objects must be registered first. */
  resume(): void {
    this.#alarms.resume(Date.now());
  }

  stop(): void {
    this.#alarms.stop();
    this.#store.close();
  }

  namespace(className: string, make: Make): DurableObjectNamespace {
    this.#classes.set(className, make);
    const stubs = new Map<string, object>();
    const getByName = (name: string) => {
      const stub = stubs.get(name) ?? this.#stub(`${className}/${name}`, name);
      stubs.set(name, stub);
      return stub;
    };
    return {
      idFromName: idOf,
      get: ({ name }: DurableObjectId) => getByName(name ?? ''),
      getByName,
    } as unknown as DurableObjectNamespace;
  }

  #stub(object: string, name: string): object {
    const id = idOf(name);
    const call = async (method: string, values: unknown[]) => {
      this.commit();
      // The caller may change the argument values after the call, so they are copied first.
      const given = values.map(cloneValue);
      return this.#event(object, async (instance) => {
        const result = await remoteMethod(instance, method)(...given);
        this.commit();
        return cloneValue(result);
      }).catch((thrown) => Promise.reject(remoteError(thrown)));
    };
    return new Proxy(
      {},
      {
        get(_, method) {
          if (method === 'id') return id;
          if (method === 'name') return name;
          if (method === 'then' || typeof method === 'symbol') return undefined;
          return (...values: unknown[]) => call(method, values);
        },
      },
    );
  }

  /** Delivers an event to an object. Rejects if the object breaks before or during the event. */
  async #event<T>(name: string, work: (object: object) => Promise<T>): Promise<T> {
    const instance = this.#instance(name);
    await instance.gate.pass();
    if ('broken' in instance) throw instance.broken;
    const result = await work(instance.object);
    if ('broken' in instance) throw instance.broken;
    return result;
  }

  #instance(name: string): Instance {
    const known = this.#instances.get(name);
    if (known) return known;
    const gate = new InputGate();
    const instance: Instance = { gate, object: {} };
    this.#instances.set(name, instance);
    try {
      instance.object = this.#make(name, gate);
    } catch (thrown) {
      this.#instances.delete(name);
      throw thrown;
    }
    return instance;
  }

  #make(name: string, gate: InputGate): object {
    const [className = '', ...rest] = name.split('/');
    const make = this.#classes.get(className);
    if (!make) throw new Error(`unknown class ${className}`);
    return make({
      id: idOf(rest.join('/')),
      storage: this.#storage(name, gate),
      waitUntil: (work: Promise<unknown>) => this.#background.add(work),
      blockConcurrencyWhile: <T>(work: () => Promise<T>) => {
        const done = gate.hold(work);
        // The constructor of an object cannot await this promise, so a rejection is handled here.
        done.catch((thrown) => this.#break(name, thrown));
        return done;
      },
    } as unknown as DurableObjectState);
  }

  #storage(name: string, gate: InputGate): object {
    return {
      kv: {
        get: (key: string) => this.#store.read(name, key),
        put: (key: string, value: unknown) => this.#store.put(name, key, value),
        delete: (key: string) => this.#store.delete(name, key),
      },
      getAlarm: () => gate.hold(() => this.#alarms.get(name)),
      setAlarm: (at: number | Date) => gate.hold(() => this.#alarms.set(name, Math.ceil(Number(at)), Date.now())),
      deleteAlarm: () => gate.hold(() => this.#alarms.delete(name)),
    };
  }

  #break(name: string, reason: unknown): void {
    const instance = this.#instances.get(name);
    if (!instance) return;
    instance.broken = reason;
    this.#instances.delete(name);
  }
}

const idOf = (name: string) => ({
  name,
  toString: () => name,
  equals: (other: DurableObjectId) => other.name === name,
});
