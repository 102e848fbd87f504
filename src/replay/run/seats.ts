/** Creates the paper users that trade in a replay. Each is a seat: a caller of the service's own methods. */

import type { MethodName, MethodResult } from '../../../client/methods.ts';
import type { Service } from '../../app/compose-service.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { Refusal } from '../report/result.ts';
import { readAnswer } from './answers.ts';

/** A paper user that a policy trades with. */
export type SeatAccess = {
	readonly userId: string;
	/** Calls a method. Returns the text of the JSON-RPC answer. Never rejects. Time must move until it answers. */
	readonly call: (method: string, params: object) => Promise<string>;
};

/** Collects what the service refused, by code. */
export type RefusalCounts = {
	readonly note: (method: string, answer: string) => void;
	readonly all: () => readonly Refusal[];
};

/** Rights of a seat: it trades, and changes nothing else. */
const SCOPES = ['arb:read', 'arb:trade'] as const;
/** Validity of the token that creates the user, ms. Calls are made in the process, without a token. */
const TOKEN_MS = 24 * 3_600_000;
/** Start of the answer to a refused call. */
const REFUSED = '{"jsonrpc":"2.0","error"';

/** Creates `count` users with their paper accounts. */
export async function takeSeats(
	service: Pick<Service, 'tokens' | 'server'>,
	count: number,
	refusals: Pick<RefusalCounts, 'note'>,
): Promise<readonly SeatAccess[]> {
	const seats: SeatAccess[] = [];
	for (let number = 0; number < count; number += 1) {
		const { userId, tokenId } = await service.tokens.issue({
			userName: `replay-${number}`,
			name: 'replay',
			scopes: SCOPES,
			ttlMs: TOKEN_MS,
		});
		const caller: Caller = { userId, tokenId, scopes: new Set(SCOPES), agent: undefined };
		seats.push({
			userId,
			async call(method, params) {
				const answer = await service.server.callAs(caller, method, params);
				if (answer.startsWith(REFUSED)) refusals.note(method, answer);
				return answer;
			},
		});
	}
	return seats;
}

/** Starts to count refusals. @param now time on the replay's clock, ms */
export function countRefusals(now: () => number): RefusalCounts {
	const byCode = new Map<string, Refusal>();
	return {
		note(method, answer) {
			const read = readAnswer(method as MethodName, answer);
			if (!('refused' in read)) return;
			const { code, sentence } = read.refused;
			const known = byCode.get(code) ?? { code, count: 0, firstAt: now(), sentence };
			byCode.set(code, { ...known, count: known.count + 1 });
		},
		all: () => [...byCode.values()].sort((a, b) => a.firstAt - b.firstAt),
	};
}

/** Reads a result that no policy can make fail. @throws Error if the service refuses */
export async function ask<M extends MethodName>(
	seat: SeatAccess,
	method: M,
	params: object,
): Promise<MethodResult<M>> {
	const read = readAnswer(method, await seat.call(method, params));
	if ('result' in read) return read.result;
	throw new Error(`The replayed service refused ${method}: ${read.refused.sentence}`);
}
