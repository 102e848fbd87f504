/** Opens and closes a seat's positions, and knows which of them are open. A refused call changes nothing. */

import { isRpcError, type RpcError } from '../../../client/errors.ts';
import { opportunityId } from '../../../client/opportunity-id.ts';
import type { Seat } from './policy.ts';

/** A contract of a position. */
type Contract = { readonly exchange: string; readonly symbol: string };

/** A position that a policy opened. */
export type Held = {
	readonly executionId: string;
	readonly coin: string;
	readonly long: Contract;
	readonly short: Contract;
	readonly openedAt: number;
	/** Time of the last check of its status, Unix milliseconds. */
	checkedAt: number;
	/** True once its close was requested. */
	isClosing: boolean;
};

/** A seat with its positions. */
export type SeatPositions = {
	readonly seat: Seat;
	/** The positions that are open as far as the policy knows. */
	readonly held: Held[];
	/** Number of positions opened so far, without those that failed to open. */
	opened: number;
	/**
	 * Exchanges whose free margin was too small, with the time until which nothing more is opened there, Unix
	 * milliseconds. The end of a position frees margin.
	 */
	readonly poor: Map<string, number>;
};

/** A position to open: both contracts, the capital over both legs in USD, and further params of the call. */
export type Opening = {
	readonly coin: string;
	readonly long: Contract;
	readonly short: Contract;
	readonly amount: number;
	readonly params?: {
		readonly exit?: { readonly close_on_reversal: boolean };
		readonly only_if_trade?: boolean;
		readonly any_direction?: boolean;
	};
};

/** Refusals that repeat whatever the market does. They are mistakes of the policy, and end it. */
const MISTAKES = [
	'INVALID_PARAMS',
	'UNAUTHORIZED',
	'FORBIDDEN',
	'METHOD_NOT_FOUND',
	'INTERNAL_ERROR',
] as const;
/** A position that just opened is checked at the next step; an older one once in this time, ms. */
const CHECK_MS = 24 * 3_600_000;
/** Time after which margin may have grown although no position has ended, ms. */
const POOR_MS = 24 * 3_600_000;

/** Returns a seat without positions. */
export function emptySeat(seat: Seat): SeatPositions {
	return { seat, held: [], opened: 0, poor: new Map() };
}

/**
 * Opens a position. False if the service refuses, or if it would refuse because an exchange has too little margin.
 * @throws RpcError for a mistake of the policy
 */
export async function open(
	positions: SeatPositions,
	{ coin, long, short, amount, params }: Opening,
	now: number,
): Promise<boolean> {
	const { poor, seat } = positions;
	if ([long, short].some(({ exchange }) => (poor.get(exchange) ?? 0) > now)) return false;
	const answer = await unlessRefused(
		seat.client.call('execute_opportunity', {
			opportunity_id: opportunityId(long, short),
			amount,
			...params,
		}),
		({ code, facts }) => {
			if (code === 'INSUFFICIENT_MARGIN') poor.set(String(facts.exchange), now + POOR_MS);
		},
	);
	if (answer === undefined || !('execution_id' in answer)) return false;
	const { execution_id: executionId } = answer;
	const checkedAt = Number.NEGATIVE_INFINITY;
	positions.held.push({ executionId, coin, long, short, openedAt: now, checkedAt, isClosing: false });
	positions.opened += 1;
	return true;
}

/**
 * Closes a position, or asks again for a close that is in progress. The position is forgotten once it is flat.
 * @throws RpcError for a mistake of the policy
 */
export async function close(positions: SeatPositions, position: Held): Promise<void> {
	const { client } = positions.seat;
	position.isClosing = true;
	const answer = await unlessRefused(client.call('close_execution', { execution_id: position.executionId }));
	if (answer !== undefined) forgetIfEnded(positions, position, answer.status);
}

/**
 * Forgets the positions that have ended, such as by an exit rule or a liquidation. It asks for those that opened since
 * the last step, and for all others once a day, or for each if `isEach`.
 */
export async function forgetEnded(positions: SeatPositions, now: number, isEach = false): Promise<void> {
	for (const position of [...positions.held]) {
		const isDue = isEach || now >= position.checkedAt + CHECK_MS;
		if (!isDue) continue;
		position.checkedAt = now;
		const answer = await unlessRefused(
			positions.seat.client.call('get_execution', {
				execution_id: position.executionId,
				events: 1,
				funding_events: false,
			}),
		);
		if (answer !== undefined) forgetIfEnded(positions, position, answer.execution.status);
	}
}

/** Closes all positions of all seats, once each. */
export async function closeAll(all: readonly SeatPositions[]): Promise<void> {
	for (const positions of all) for (const position of [...positions.held]) await close(positions, position);
}

function forgetIfEnded(positions: SeatPositions, position: Held, status: string): void {
	if (status !== 'closed' && status !== 'failed') return;
	positions.held.splice(positions.held.indexOf(position), 1);
	positions.poor.clear();
	// A policy that opens each pair once may try again after a failed opening.
	if (status === 'failed') positions.opened -= 1;
}

/** Returns undefined if the service refuses the call. @throws RpcError for a mistake of the policy, TransportError */
export async function unlessRefused<T>(
	answer: Promise<T>,
	onRefused: (error: RpcError) => void = () => {},
): Promise<T | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (!isRpcError(error) || isRpcError(error, ...MISTAKES)) throw error;
		onRefused(error);
		return undefined;
	}
}
