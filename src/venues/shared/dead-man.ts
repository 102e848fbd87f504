/** The port of dead-man switches on ccxt: what is not ours is looked for before each arming, and decides. */
import type { Instrument } from '../../domain/instrument.ts';
import {
	type DeadManSwitch,
	type IsOurs,
	SWITCH_PERIOD_MS,
	type SwitchAnswer,
	type SwitchReach,
} from '../../ports/dead-man-switch.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { Call, DeadManDialect, DeadManSession, OrdersDialect, SessionDialect } from './dialect.ts';
import { means, type VenueErrors } from './error-codes.ts';
import { shortMessage } from './outcome.ts';

const SECONDS = SWITCH_PERIOD_MS / 1_000;

/** The orders that it cancels, in words. */
const REACHED: Readonly<Record<SwitchReach, string>> = {
	contract: 'all open orders of the contract',
	ours: 'the orders with our tag',
	account: 'all open orders of the account',
};

/** Undefined where the exchange documents no switch. `instrumentOf` throws for what is not traded. */
export function createDeadMan(parts: {
	readonly dialect: Pick<SessionDialect & OrdersDialect, 'facts' | 'deadMan' | 'errors'>;
	readonly call: Call;
	readonly instrumentOf: (symbol: string) => Instrument;
	/** The exchange's time, milliseconds. */
	readonly venueNow: () => number;
	readonly exchange: () => Promise<CcxtExchange>;
}): DeadManSwitch | undefined {
	const { call, instrumentOf, exchange } = parts;
	const { facts, deadMan, errors } = parts.dialect;
	const venue = facts.name;
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
			if (foreign > 0) return { kind: 'no', said: foreignSentence(venue, dialect.reach, foreign) };
			await ask(instrument);
			return {
				kind: 'yes',
				said: `${venue} cancels ${REACHED[dialect.reach]} within ${SECONDS} s of our silence`,
			};
		} catch (error) {
			return failed(venue, error, errors);
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

function foreignSentence(venue: string, reach: SwitchReach, count: number): string {
	const resting = count === 1 ? '1 order that is not ours rests' : `${count} orders that are not ours rest`;
	return `the switch of ${venue} cancels ${REACHED[reach]}, and ${resting} there`;
}

function failed(venue: string, error: unknown, errors: VenueErrors): SwitchAnswer {
	const said = reasonOf(error).replace(/\.$/, '');
	const isRefused =
		error instanceof VenueError && (error.kind === 'rejected' || means(errors, error.code, 'noSwitch'));
	return isRefused
		? { kind: 'no', said: `${venue} refuses its switch: ${said}` }
		: { kind: 'unknown', said: `${venue} did not answer on its switch: ${said}` };
}

/** The exchange's own sentence with its code, or ours. */
function reasonOf(error: unknown): string {
	if (!(error instanceof VenueError)) return shortMessage(error);
	if (error.said === undefined) return error.message;
	return error.code === undefined ? error.said : `${error.said} (${error.code})`;
}
