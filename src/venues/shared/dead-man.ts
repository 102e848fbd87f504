/**
 * Implements dead-man switches on ccxt. Before each arming it checks for orders that this service did not send, and
 * does not arm a switch that would cancel one of them.
 */
import type { Instrument } from '../../domain/instrument.ts';
import { VENUE_SWITCH_TEXT } from '../../domain/venue-text.ts';
import {
	type DeadManSwitch,
	type IsOurs,
	SWITCH_PERIOD_MS,
	type SwitchAnswer,
} from '../../ports/dead-man-switch.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { textOf, type Words } from '../../sentences/sentence.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { Call, DeadManDialect, DeadManSession, OrdersDialect, SessionDialect } from './dialect.ts';
import { means, type VenueErrors } from './error-codes.ts';
import { shortMessage } from './outcome.ts';

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
			if (foreign > 0)
				return {
					kind: 'no',
					said: VENUE_SWITCH_TEXT.hitsOthers({
						exchange: facts.shownName,
						orders: dialect.reach,
						count: foreign,
					}),
				};
			await ask(instrument);
			return {
				kind: 'yes',
				said: VENUE_SWITCH_TEXT.covers({
					exchange: facts.shownName,
					orders: dialect.reach,
					period: SWITCH_PERIOD_MS,
				}),
			};
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
	const reason = reasonOf(error);
	const isRefused =
		error instanceof VenueError && (error.kind === 'rejected' || means(errors, error.code, 'noSwitch'));
	return isRefused
		? { kind: 'no', said: VENUE_SWITCH_TEXT.refused({ exchange, reason }) }
		: { kind: 'unknown', said: VENUE_SWITCH_TEXT.silent({ exchange, reason }) };
}

/** Returns the exchange's text with its code; otherwise the error's message. A phrase without a full stop. */
function reasonOf(error: unknown): Words {
	const said =
		error instanceof VenueError && error.said !== undefined
			? `${error.said}${error.code === undefined ? '' : ` (${error.code})`}`
			: error instanceof VenueError
				? error.words
				: shortMessage(error);
	return textOf(said).endsWith('.') ? textOf(said).slice(0, -1) : said;
}
