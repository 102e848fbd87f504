/**
 * Defines what a policy of a replay is: a program over the public client that acts on virtual time. It gets no data
 * but the answers of the service, so it cannot see the future.
 */

import type { Client } from '../../../client/client.ts';
import type { PolicyClock } from '../../../client/policy-clock.ts';

/** The one pair that a seat trades: a coin at two exchanges. */
export type SeatPair = { readonly coin: string; readonly exchanges: readonly [string, string] };

/** A paper user that trades. With several seats, each seat trades one pair; a single seat may trade all pairs. */
export type Seat = {
	readonly client: Client;
	/** Undefined: the seat trades any pair. */
	readonly pair: SeatPair | undefined;
};

/** Settings of a policy by name, complete and within their ranges. */
export type PolicySettings = Readonly<Record<string, number | string | boolean>>;

/**
 * Trades until the replay is over. Resolves early if the policy has nothing more to do; its positions then stay open.
 * Rejects if the policy fails; a refused call does not count as one.
 */
export type Policy = (seats: readonly Seat[], clock: PolicyClock, settings: PolicySettings) => Promise<void>;

/** Thrown by `PolicyClock.until` when the replay has ended. A policy need not catch it. */
export class ReplayOver extends Error {
	override readonly name = 'ReplayOver';
	constructor() {
		super('The replay is over.');
	}
}

/** Reasons why a policy cannot run or cannot go on. */
export const POLICY_FAULTS = [
	'POLICY_UNKNOWN',
	'POLICY_SETTING',
	'POLICY_FILE',
	'POLICY_FAILED',
	'POLICY_STUCK',
	'POLICY_LIMIT',
] as const;

/** A reason from `POLICY_FAULTS`. */
export type PolicyFault = (typeof POLICY_FAULTS)[number];

/** Thrown if a policy cannot run or cannot go on. The message is one sentence or two: what happened, what to do. */
export class PolicyError extends Error {
	override readonly name = 'PolicyError';
	readonly fault: PolicyFault;
	constructor(fault: PolicyFault, message: string) {
		super(message);
		this.fault = fault;
	}
}
