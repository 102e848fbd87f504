/**
 * Lets policies act on a replay: it gives them virtual time, and clients that call the service within the process. It
 * does one thing at a time, so that a policy with concurrent calls has the same outcome in every run.
 */

import { type Client, createClient } from '../../../client/client.ts';
import type { Machine } from '../../../client/machine.ts';
import type { PolicyClock } from '../../../client/policy-clock.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import { type CallInProcess, fetchInProcess } from './in-process-fetch.ts';
import { ReplayOver } from './policy.ts';

/** Dependencies of a policy host. */
export type PolicyHostParts = {
	/** Virtual time of the replay. */
	readonly clock: Pick<Clock, 'now' | 'after'>;
	/** Moves virtual time: to an instant with everything that happens until then, or until work is done. */
	readonly time: {
		readonly moveTo: (at: number) => Promise<void>;
		readonly during: <T>(work: Promise<T>) => Promise<T>;
	};
	/** End of the replay, Unix milliseconds. */
	readonly endAt: number;
	/** Seeded, so that idempotency keys and pauses between retries are the same in every run. */
	readonly random: Random;
};

/** Virtual time and clients for policies. */
export type PolicyHost = {
	readonly clock: PolicyClock;
	/** Creates the client of one user. */
	readonly clientOf: (call: CallInProcess) => Client;
};

/** Address that the clients are given. Nothing is sent to it. */
const ADDRESS = 'http://127.0.0.1:8080';

/** Creates the host of a replay's policies. */
export function createPolicyHost(parts: PolicyHostParts): PolicyHost {
	const { clock, time, endAt } = parts;
	const inTurn = createTurns();
	const machine = machineOf(parts);
	return {
		clock: {
			now: clock.now,
			until(at) {
				if (!Number.isFinite(at))
					return Promise.reject(
						new TypeError(`clock.until needs a time in Unix milliseconds; was ${String(at)}.`),
					);
				return inTurn(async () => {
					if (at > clock.now()) await time.moveTo(Math.min(at, endAt));
					if (at >= endAt) throw new ReplayOver();
				});
			},
		},
		clientOf(call) {
			const client = createClient({ url: ADDRESS, fetch: fetchInProcess(call), machine });
			return {
				call: (...args) => inTurn(() => time.during(client.call(...args))),
				batch: (calls, options) => inTurn(() => time.during(client.batch(calls, options))),
			};
		},
	};
}

/** Returns a function that starts each work once all earlier ones have ended. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const begun = last.then(work);
		last = begun.catch(() => undefined);
		return begun;
	};
}

function machineOf({ clock, random }: PolicyHostParts): Machine {
	return {
		now: clock.now,
		after: (ms, callback) => clock.after(ms, callback),
		unit: random.unit,
		hex: random.hex,
	};
}
