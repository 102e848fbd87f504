/** Makes a program of a policy: it acts on a play's seats through the public client. */

import { HOUR_MS } from '../../domain/funding.ts';
import { builtInPolicy } from '../policies/built-in.ts';
import { type Policy, type PolicySettings, ReplayOver, type SeatPair } from '../policies/policy.ts';
import { createPolicyHost } from '../policies/policy-host.ts';
import { completeSettings } from '../policies/settings.ts';
import { lateReads } from './late-reads.ts';
import type { SettingValue } from './order.ts';
import type { TradingGround } from './play.ts';

/** A policy with its settings, ready to play. */
export type Program = {
	readonly name: string;
	/** Complete settings by name. */
	readonly settings: PolicySettings;
	/** Time between two decisions, ms. */
	readonly stepMs: number;
	/** True if it uses the service's forecasts, which then have to be fitted again and again. */
	readonly usesForecasts: boolean;
	/** Trades until the end of the play. @param lateMs age of what the policy sees of the market, ms */
	readonly run: (
		ground: TradingGround,
		pairs: readonly (SeatPair | undefined)[],
		lateMs: number,
	) => Promise<void>;
};

/** Returns the program of a built-in policy. @throws PolicyError for an unknown policy or a wrong setting */
export function programOf(policy: string, set: Readonly<Record<string, SettingValue>>): Program {
	const builtIn = builtInPolicy(policy);
	const settings = completeSettings(policy, builtIn.settings, set);
	return {
		name: policy,
		settings,
		stepMs: typeof settings.step === 'number' ? settings.step * HOUR_MS : HOUR_MS,
		usesForecasts: policy === 'verdict',
		run: (ground, pairs, lateMs) => runPolicy(builtIn.policy, settings, ground, { pairs, lateMs }),
	};
}

async function runPolicy(
	policy: Policy,
	settings: PolicySettings,
	ground: TradingGround,
	{ pairs, lateMs }: { readonly pairs: readonly (SeatPair | undefined)[]; readonly lateMs: number },
): Promise<void> {
	const host = createPolicyHost(ground);
	const seats = ground.seats.map(({ call }, index) => ({
		client: host.clientOf(lateMs > 0 ? lateReads(call, ground.clock.now, lateMs) : call),
		pair: pairs[index],
	}));
	try {
		await policy(seats, host.clock, settings);
	} catch (error) {
		if (!(error instanceof ReplayOver)) throw error;
	}
}
