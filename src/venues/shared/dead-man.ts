/**
 * Implements dead-man switches on ccxt. Before each arming it checks for orders that this service did not send, and
 * does not arm a switch that would cancel one of them.
 */
import type { Instrument } from '../../domain/instrument.ts';
import {
	type DeadManSwitch,
	type IsOurs,
	SWITCH_PERIOD_MS,
	type SwitchAnswer,
} from '../../ports/dead-man-switch.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { Call, DeadManDialect, DeadManSession, OrdersDialect, SessionDialect } from './dialect.ts';
import { means, type VenueErrors } from './error-codes.ts';
import { shortMessage } from './outcome.ts';
import { switchCovers, switchHitsOthers, switchRefused, switchSilent } from './text.ts';

/**
 * Creates the dead-man switch; returns undefined if the exchange documents none. @param parts `instrumentOf` throws
 * for an instrument that the service does not trade
 */
export function createDeadMan(parts: {
	readonly dialect: Pick<SessionDialect & OrdersDialect, 'facts' | 'deadMan' | 'errors'>;
	readonly call: Call;
	readonly instrumentOf: (symbol: string) => Instrument;
	/** The exchange's time, Unix milliseconds. */
	readonly venueNow: () => number;
	readonly exchange: () => Promise<CcxtExchange>;
}): DeadManSwitch | undefined {
	const { call, instrumentOf, exchange } = parts;
	const { facts, deadMan, errors } = parts.dialect;
	if (deadMan === undefined) return undefined;
	const session = (): DeadManSession => ({ venueNow: parts.venueNow(), exchange });

	async function answer(
		symbol: string,
		isOurs: IsOurs,
		ask: (instrument: Instrument) => Promise<unknown>,
		dialect: DeadManDialect,
	): Promise<SwitchAnswer> {
		try {
			const instrument = instrumentOf(symbol);
			const open = (await dialect.readOpen?.(call, instrument)) ?? [];
			const foreign = open.filter((id) => id === null || !isOurs(id)).length;
			if (foreign > 0) return { kind: 'no', said: switchHitsOthers(facts.shownName, dialect.reach, foreign) };
			await ask(instrument);
			return { kind: 'yes', said: switchCovers(facts.shownName, dialect.reach, SWITCH_PERIOD_MS) };
		} catch (error) {
			return failed(facts.shownName, error, errors);
		}
	}

	return {
		reach: deadMan.reach,
		check: (symbol, isOurs) =>
			answer(symbol, isOurs, (instrument) => deadMan.check(call, instrument), deadMan),
		arm: (symbol, isOurs) =>
			answer(symbol, isOurs, (instrument) => deadMan.arm(call, instrument, session()), deadMan),
		async disarm(symbol) {
			try {
				await deadMan.disarm(call, instrumentOf(symbol), session());
				return true;
			} catch {
				return false;
			}
		},
	};
}

function failed(exchange: string, error: unknown, errors: VenueErrors): SwitchAnswer {
	const said = reasonOf(error).replace(/\.$/, '');
	const isRefused =
		error instanceof VenueError && (error.kind === 'rejected' || means(errors, error.code, 'noSwitch'));
	return isRefused
		? { kind: 'no', said: switchRefused(exchange, said) }
		: { kind: 'unknown', said: switchSilent(exchange, said) };
}

/** Returns the exchange's text with its code; otherwise the error's message. */
function reasonOf(error: unknown): string {
	if (!(error instanceof VenueError)) return shortMessage(error);
	if (error.said === undefined) return error.message;
	return error.code === undefined ? error.said : `${error.said} (${error.code})`;
}
