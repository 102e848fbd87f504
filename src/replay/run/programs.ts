/** Makes a program of a policy: it acts on a play's seats through the public client. */

import { HOUR_MS } from '../../domain/funding.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { type PolicySettings, ReplayOver, type SeatPair } from '../policies/policy.ts';
import { createPolicyHost } from '../policies/policy-host.ts';
import { type OpenedPolicy, openPolicy } from '../sandbox/open-policy.ts';
import { lateReads, lateStart } from './late-reads.ts';
import type { SettingValue } from './order.ts';
import type { TradingGround } from './play.ts';

/** A policy with its settings, ready to play once. */
export type Program = {
	readonly name: string;
	/** Complete settings by name. */
	readonly settings: PolicySettings;
	/** Time between two decisions, ms; an hour if the policy does not say. */
	readonly stepMs: number;
	/** True if it may use the service's forecasts, which then have to be fitted again and again. */
	readonly usesForecasts: boolean;
	/** True if it trades as a single user. */
	readonly isForOneUser: boolean;
	/** Trades until the end of the play. @param lateMs age of what the policy sees of the market, ms */
	readonly run: (
		ground: TradingGround,
		pairs: readonly (SeatPair | undefined)[],
		lateMs: number,
	) => Promise<void>;
	readonly close: () => Promise<void>;
};

/** Parts of a program. */
export type ProgramOptions = {
	/** Name of a built-in policy, or the path of a file. */
	readonly policy: string;
	readonly set: Readonly<Record<string, SettingValue>>;
	/** Files and folders of the data, which the policy must not read. */
	readonly data: readonly string[];
	readonly seed: number;
	/** Virtual time at which a policy file is loaded, Unix milliseconds. */
	readonly now: number;
	/** The machine's clock, for limits on real time. */
	readonly watch: Pick<Clock, 'after'>;
	readonly log: Logger;
};

/** The built-in policy that acts on the service's forecasts. */
const FORECASTING: ReadonlySet<string> = new Set(['verdict', 'planner']);

/** Opens a policy. @throws PolicyError for an unknown policy, a file that cannot be loaded, or a wrong setting */
export async function openProgram({ policy, set, log, ...options }: ProgramOptions): Promise<Program> {
	const opened = await openPolicy(policy, set, {
		...options,
		onLine: (line) => log.info({ policy }, line),
	});
	const { name, settings, isForOneUser } = opened;
	return {
		name,
		settings,
		isForOneUser,
		stepMs: typeof settings.step === 'number' ? settings.step * HOUR_MS : HOUR_MS,
		usesForecasts: isForOneUser || FORECASTING.has(name),
		run: (ground, pairs, lateMs) => runPolicy(opened, ground, { pairs, lateMs }),
		async close() {
			await opened.close().catch((error: unknown) => {
				log.warn({ policy, error: messageOf(error) }, 'the process of a policy did not end');
			});
		},
	};
}

async function runPolicy(
	{ policy, settings }: OpenedPolicy,
	ground: TradingGround,
	{ pairs, lateMs }: { readonly pairs: readonly (SeatPair | undefined)[]; readonly lateMs: number },
): Promise<void> {
	const host = createPolicyHost(ground);
	const seats = ground.seats.map(({ call }, index) => ({
		client:
			lateMs > 0
				? lateStart(host.clientOf(lateReads(call, ground.clock.now, lateMs)), host.clock, lateMs)
				: host.clientOf(call),
		pair: pairs[index],
	}));
	try {
		await policy(seats, host.clock, settings);
	} catch (error) {
		if (!(error instanceof ReplayOver)) throw error;
	}
}
