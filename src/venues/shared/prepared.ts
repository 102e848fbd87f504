/**
 * Remembers the recently verified leverage and margin mode for an account's symbols, so that an order needs no
 * request before it. An entry is valid until it expires or a response contradicts it.
 */
import type { Decimal } from '../../domain/decimal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MarginMode, PositionReport, SendOutcome } from '../../ports/venue.ts';

/**
 * How long a verified setting stays valid, milliseconds. The user may change the setting at the exchange, so we
 * verify it again afterwards.
 */
const BELIEVED_MS_MAX = 10 * 60_000;

type Settings = { readonly leverage: Decimal; readonly marginMode: MarginMode; readonly verifiedAt: number };

/** Last verified leverage and margin mode for one account, by symbol. */
export type Prepared = {
	readonly has: (symbol: string, leverage: Decimal, marginMode: MarginMode) => boolean;
	readonly remember: (symbol: string, leverage: Decimal, marginMode: MarginMode) => void;
	readonly forget: (symbol: string) => void;
	/**
	 * Drops all remembered settings if the exchange refused an order because of its settings; on Bybit some of them
	 * belong to the whole account.
	 */
	readonly noteOutcome: (outcome: SendOutcome) => void;
	/** Drops all remembered settings if a position contradicts those of its symbol. */
	readonly notePositions: (positions: readonly PositionReport[]) => void;
	readonly verified: Verified;
	/**
	 * Runs one change to a symbol's settings at a time. A change continues even if its caller has stopped waiting.
	 * Two concurrent changes could reach the exchange in the wrong order, and the next position would have the wrong
	 * leverage.
	 */
	readonly inTurn: (symbol: string, work: () => Promise<void>) => Promise<void>;
};

/**
 * Ensures that an account-wide setting has the value. The result of `check` stays valid for ten minutes, and
 * concurrent callers share one check. @throws the error of `check`; the next call then checks again
 */
export type Verified = (setting: string, value: string, check: () => Promise<void>) => Promise<void>;

type Check = { readonly value: string; readonly begunAt: number; readonly done: Promise<void> };

/** Creates an empty record. @param settingCodes refusal codes about leverage, margin mode or position mode */
export function createPrepared(clock: Clock, settingCodes: readonly string[] = []): Prepared {
	const known = new Map<string, Settings>();
	const checks = new Map<string, Check>();
	/** Each symbol's last queued change, for which the next one waits. */
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
