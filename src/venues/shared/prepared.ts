/**
 * What is known of leverage and margin mode of an account's symbols, so that an order needs no request before it: what was
 * verified lately holds until something speaks against it.
 */
import type { Decimal } from '../../domain/decimal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MarginMode, PositionReport, SendOutcome } from '../../ports/venue.ts';

/** So long something verified is believed, milliseconds: within it a person may change it at the venue. */
const BELIEVED_MS_MAX = 10 * 60_000;

type Settings = { readonly leverage: Decimal; readonly marginMode: MarginMode; readonly verifiedAt: number };

/** Leverage and margin mode by symbol, as last verified for one account. */
export type Prepared = {
	readonly has: (symbol: string, leverage: Decimal, marginMode: MarginMode) => boolean;
	readonly remember: (symbol: string, leverage: Decimal, marginMode: MarginMode) => void;
	readonly forget: (symbol: string) => void;
	/** An order that was refused for its settings forgets all of them: on Bybit some are the whole account's. */
	readonly noteOutcome: (outcome: SendOutcome) => void;
	/** So does a position that shows others. */
	readonly notePositions: (positions: readonly PositionReport[]) => void;
	readonly verified: Verified;
	/**
	 * Runs one change of a symbol's settings at a time. A caller that gave up waiting leaves its change under way: sent beside the
	 * next one it could reach the venue last, and the next position would have its leverage.
	 */
	readonly inTurn: (symbol: string, work: () => Promise<void>) => Promise<void>;
};

/**
 * Makes sure that a setting of the whole account has the value, by a check that need not be made again while it is believed. Those
 * who ask at the same time share one. @throws what `check` throws, and then the next asks again
 */
export type Verified = (setting: string, value: string, check: () => Promise<void>) => Promise<void>;

type Check = { readonly value: string; readonly begunAt: number; readonly done: Promise<void> };

/** @param settingCodes codes of refusals that are about leverage, margin mode or position mode */
export function createPrepared(clock: Clock, settingCodes: readonly string[] = []): Prepared {
	const known = new Map<string, Settings>();
	const checks = new Map<string, Check>();
	/** The last change of each symbol. */
	const turns = new Map<string, Promise<void>>();
	const isYoung = (at: number): boolean => clock.monotonic() - at < BELIEVED_MS_MAX;
	function forgetAll(): void {
		known.clear();
		checks.clear();
	}
	return {
		has(symbol, leverage, marginMode) {
			const settings = known.get(symbol);
			return (
				settings !== undefined &&
				settings.leverage === leverage &&
				settings.marginMode === marginMode &&
				isYoung(settings.verifiedAt)
			);
		},
		remember(symbol, leverage, marginMode) {
			known.set(symbol, { leverage, marginMode, verifiedAt: clock.monotonic() });
		},
		forget: (symbol) => void known.delete(symbol),
		noteOutcome(outcome) {
			if (outcome.kind === 'rejected' && settingCodes.includes(outcome.code)) forgetAll();
		},
		notePositions(positions) {
			const isOther = positions.some(({ symbol, leverage, marginMode }) => {
				const settings = known.get(symbol);
				if (settings === undefined) return false;
				return (
					(leverage !== null && leverage !== settings.leverage) ||
					(marginMode !== null && marginMode !== settings.marginMode)
				);
			});
			if (isOther) forgetAll();
		},
		verified(setting, value, check) {
			const last = checks.get(setting);
			if (last?.value === value && isYoung(last.begunAt)) return last.done;
			const begun: Check = { value, begunAt: clock.monotonic(), done: check() };
			checks.set(setting, begun);
			begun.done.catch(() => {
				if (checks.get(setting) === begun) checks.delete(setting);
			});
			return begun.done;
		},
		inTurn(symbol, work) {
			const done = (turns.get(symbol) ?? Promise.resolve()).then(work, work);
			turns.set(symbol, done);
			return done;
		},
	};
}
