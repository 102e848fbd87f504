/**
 * Defines replays that callers start: a strategy tested on recorded markets, in a process of its own. Money is USD,
 * times are Unix milliseconds.
 */

import type { Words } from '../sentences/sentence.ts';

/** A value of a policy's setting. */
export type ReplaySetting = number | string | boolean;

/** A replay as a caller orders it. Data and policy are names; the service knows their paths. */
export type ReplayRequest = {
	/** Name of a data folder that the operator offers. */
	readonly data: string;
	/** Name of a built-in policy, or of a file in the operator's folder. */
	readonly policy: string;
	readonly set: Readonly<Record<string, ReplaySetting>>;
	/** Values to try for each setting; empty for one replay. */
	readonly sweep: Readonly<Record<string, readonly ReplaySetting[]>>;
	readonly grade: 'A' | 'B' | 'C' | undefined;
	/** Span of the policy's actions, [from, until); undefined for all of the data. */
	readonly from: number | undefined;
	readonly until: number | undefined;
	readonly capitalUsd: number;
	readonly users: 'one' | 'pairs';
	/** Exchanges and coins that may be traded; undefined for all. */
	readonly exchanges: readonly string[] | undefined;
	readonly coins: readonly string[] | undefined;
	readonly walkForward: { readonly trainDays: number; readonly testDays: number } | undefined;
	/** Fees by exchange, basis points, instead of the exchange's own. */
	readonly feesBp: Readonly<Record<string, { readonly taker: number; readonly maker: number }>>;
	readonly slippageBp: number;
	readonly impactBp: number;
	/** Time from a settlement until its rate is known, seconds. */
	readonly publicationLagS: number;
	readonly cashRatePct: number;
	/** Rules of the service that are switched off, by name. */
	readonly without: readonly string[];
	/** True to run the comparisons and the same policy one step later. */
	readonly compare: boolean;
	readonly seed: number;
};

/**
 * States of a replay. `partial`: it ended early and has the result up to then. `canceled` and `failed` have no
 * result.
 */
export const REPLAY_STATES = ['queued', 'running', 'complete', 'partial', 'canceled', 'failed'] as const;
/** One of `REPLAY_STATES`. */
export type ReplayState = (typeof REPLAY_STATES)[number];

/** How far a replay is. */
export type ReplayProgress = {
	/** The present step: `reading`, `policy`, or the name of a comparison or trial. */
	readonly step: string;
	/** Share that is done, from 0 to 1. */
	readonly done: number;
	/** The replay's time; null while the data is read. */
	readonly at: number | null;
	/** Virtual seconds per real second; null before the first figure. */
	readonly rate: number | null;
	/** Estimated time until the end, seconds; null before an estimate. */
	readonly leftS: number | null;
};

/** A replay of a user. */
export type ReplayJob = {
	readonly replayId: string;
	readonly userId: string;
	readonly request: ReplayRequest;
	readonly state: ReplayState;
	/** Why it ended early or failed; null otherwise. */
	readonly reason: Words | null;
	readonly createdAt: number;
	readonly startedAt: number | null;
	readonly endedAt: number | null;
	/** Replays of all users that start before this one; null unless `queued`. */
	readonly ahead: number | null;
	/** Null unless `running`. */
	readonly progress: ReplayProgress | null;
};

/** A policy that callers may choose. */
export type ReplayPolicyChoice = {
	readonly name: string;
	/** Null for a file. */
	readonly description: string | null;
	/** Null for a file, whose settings are known only when it runs. */
	readonly settings: readonly ReplaySettingChoice[] | null;
};

/** A setting of a policy with its range. */
export type ReplaySettingChoice = {
	readonly name: string;
	readonly kind: 'number' | 'switch' | 'text';
	readonly default: number | boolean | string;
	/** Null unless a number. */
	readonly min: number | null;
	readonly max: number | null;
	readonly unit: string | null;
	readonly meaning: string;
};

/** Exchanges and coins at the beginning of data. */
export type ReplayDataNames = { readonly exchanges: readonly string[]; readonly coins: readonly string[] };

/** Choices of a caller. */
export type ReplayChoices = {
	readonly data: readonly string[];
	/** Exchanges and coins by data; data that cannot be read has none. */
	readonly names: Readonly<Record<string, ReplayDataNames>>;
	readonly policies: readonly ReplayPolicyChoice[];
	/** Rules of the service that can be switched off. */
	readonly rules: readonly string[];
};

/** Parts of a result that can be read one by one. */
export const REPLAY_PARTS = ['summary', 'positions', 'columns', 'sweep'] as const;
/** One of `REPLAY_PARTS`. */
export type ReplayPart = (typeof REPLAY_PARTS)[number];

/** Starts, lists, reads and cancels the replays of users. Each user sees only their own. */
export interface Replays {
	/** True if the operator permits replays. */
	readonly isEnabled: boolean;
	/** Largest number of waiting replays of a user. */
	readonly queueMax: number;
	choices(): Promise<ReplayChoices>;
	/**
	 * Queues a replay. `data` and `policy` must be among the choices. @throws CarrywireError REPLAY_OFF, REPLAY_DATA,
	 * REPLAY_QUEUE_FULL, or INVALID_PARAMS for a setting that the policy refuses
	 */
	start(userId: string, request: ReplayRequest): Promise<ReplayJob>;
	/** Lists the user's replays, newest first. */
	list(userId: string): readonly ReplayJob[];
	/** @throws CarrywireError UNKNOWN_REPLAY */
	find(userId: string, replayId: string): ReplayJob;
	/**
	 * Ends a replay early; one that has ended stays as it is. @throws CarrywireError UNKNOWN_REPLAY
	 */
	cancel(userId: string, replayId: string): ReplayJob;
	/**
	 * Reads a part of a result as JSON in the form of the API. @param page from 1, for positions @throws
	 * CarrywireError UNKNOWN_REPLAY, REPLAY_NOT_DONE, REPLAY_NO_RESULT
	 */
	read(userId: string, replayId: string, part: ReplayPart, page: number): Promise<unknown>;
	/** Reads the report as HTML. @throws CarrywireError UNKNOWN_REPLAY, REPLAY_NOT_DONE, REPLAY_NO_RESULT */
	report(userId: string, replayId: string): Promise<string>;
}
