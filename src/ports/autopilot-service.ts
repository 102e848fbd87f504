/** Defines what callers ask of the autopilot. @throws CarrywireError */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Words } from '../sentences/sentence.ts';
import type { Pot, PotHolding, PotKind, PotSettings } from './autopilot.ts';
import type { Decision, PotSample } from './autopilot-store.ts';
import type { Asker } from './order-service.ts';

/** Yield of cash, a fraction a year, as decimal text. */
export const CASH_RATE_TEXT = '0.04';

/** A pot as its owner sees it. Money is USD; null means unknown. */
export type PotView = {
	readonly pot: Pot;
	readonly equity: Decimal | null;
	/** Profit of all executions since the start, with open positions. */
	readonly profit: Decimal | null;
	/** Loss from the highest profit since the pot last began to run; null unless it runs. */
	readonly drawdown: Decimal | null;
	/** Yield of the capital as cash since the start. */
	readonly cashProfit: Decimal;
	readonly holdings: readonly PotHolding[];
	/** Ids of all executions of the pot, open and ended. */
	readonly executionIds: readonly string[];
	/** Why the pot waits with a decision that is due; null if none waits. */
	readonly waits: Words | null;
	/** Time of the next daily decision, milliseconds; null unless the pot runs. */
	readonly nextDecisionAt: number | null;
	/** The latest decisions, newest first. */
	readonly decisions: readonly Decision[];
	readonly samples: readonly PotSample[];
	/** The shadow pot beside this one and its profit; null if there is none. */
	readonly shadow: { readonly potId: string; readonly profit: Decimal | null } | null;
};

/** A new pot. */
export type PotStart = {
	readonly settings: PotSettings;
	readonly kind: PotKind;
	/** True to start a shadow pot with the same settings beside a live one. */
	readonly withShadow: boolean;
	/** The caller's key: a repeat with the same key and terms returns the first pot. It shares the keys of openings. */
	readonly idempotencyKey?: string | undefined;
};

/**
 * The autopilot for callers. An agent reads its owner's pots. It may pause and stop those that it started, and change
 * them within its caps; a person confirms what they suggest, switches them to act, and resumes them.
 */
export interface Autopilot {
	/** Returns the user's pots, oldest first, or only one. @throws CarrywireError UNKNOWN_POT */
	status(
		userId: string,
		query: { readonly potId: string | undefined; readonly decisions: number },
	): Promise<readonly PotView[]>;
	/**
	 * Starts a pot, with its shadow pot or not at all; its first decision follows at once.
	 * @throws CarrywireError INVALID_PARAMS, TOO_MANY_POTS, RISK_LIMIT, IDEMPOTENCY_CONFLICT
	 */
	start(by: Asker, start: PotStart): Promise<PotView>;
	/**
	 * Changes settings, of the shadow pot beside it too; a decision follows at once.
	 * @throws CarrywireError UNKNOWN_POT, POT_STOPPED, INVALID_PARAMS, RISK_LIMIT, AGENT_NOT_ALLOWED
	 */
	change(by: Asker, potId: string, change: Partial<PotSettings>): Promise<PotView>;
	/** Returns a pot that the caller may command. @throws CarrywireError UNKNOWN_POT */
	commanded(by: Asker, potId: string): Promise<Pot>;
	/** Pauses or resumes a pot. @throws CarrywireError UNKNOWN_POT, POT_STOPPED, AGENT_NOT_ALLOWED */
	pause(by: Asker, potId: string, paused: boolean): Promise<PotView>;
	/**
	 * Stops a pot for good. With `closes`, everything is closed first, also what an earlier stop has kept.
	 * @throws CarrywireError UNKNOWN_POT; POT_STOPPED if a stopped pot holds nothing to close
	 */
	stop(by: Asker, potId: string, closes: boolean): Promise<PotView>;
	/**
	 * Confirms or declines suggested changes. @param changes their numbers; undefined for all
	 * @throws CarrywireError UNKNOWN_DECISION, NOTHING_TO_CONFIRM, AGENT_NOT_ALLOWED
	 */
	answer(
		by: Asker & { readonly name: string },
		decisionId: string,
		changes: readonly number[] | undefined,
		isConfirmed: boolean,
	): Promise<Decision>;
}

/** Provides paper accounts for shadow pots. */
export interface ShadowAccounts {
	/**
	 * Creates the hidden user of a shadow pot, and gives it a paper account at each of the exchanges with an equal part
	 * of the capital. An account that has received less gets the difference; money is never taken back. May be
	 * repeated. Returns the id of the user.
	 */
	provide(potId: string, exchanges: readonly VenueName[], capital: Decimal): Promise<string>;
}
