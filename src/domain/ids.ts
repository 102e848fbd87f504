/** Identifiers. All are opaque on the wire; ids derived from facts are pure functions of them. */
import { type InstrumentKey, instrumentKey, type VenueName } from './instrument.ts';

/** Side of a leg in the pair: `long` bought to open, `short` sold to open. */
export type LegRole = 'long' | 'short';

/** Random part of an execution id: 24 lower-case hex digits. */
const EXECUTION_HEX_LENGTH = 24;

/** `exec_` and 24 hex digits from 12 random bytes; unguessable, because it names a user's execution. */
export function executionId(randomHex: string): string {
	return `exec_${randomHex.slice(0, EXECUTION_HEX_LENGTH)}`;
}

/** `job_` and 24 hex digits from 12 random bytes; names the job that opens an execution. */
export function jobId(randomHex: string): string {
	return `job_${randomHex.slice(0, EXECUTION_HEX_LENGTH)}`;
}

/** `acct_` and 24 hex digits from 12 random bytes; names a connected exchange account. */
export function accountId(randomHex: string): string {
	return `acct_${randomHex.slice(0, EXECUTION_HEX_LENGTH)}`;
}

/**
 * Names an exchange account in the journal by its id. A user's first account at a venue is named by user and venue,
 * from the time before accounts had ids.
 */
export function journalId(userId: string, venue: VenueName, account?: string): string {
	return account ?? `${userId}:${venue}`;
}

/** `opp_` and 24 hex digits derived from (long instrument, short instrument): stable while these stay the same. */
export function opportunityId(
	long: { readonly venue: VenueName; readonly symbol: string },
	short: { readonly venue: VenueName; readonly symbol: string },
): string {
	return `opp_${hash96(`${instrumentKey(long)}>${instrumentKey(short)}`)}`;
}

/** `alert_` and 24 hex digits derived from recipient and happening: the same happening has the same id. */
export function alertId(userId: string, happening: readonly (string | number)[]): string {
	return `alert_${hash96(JSON.stringify([userId, ...happening]))}`;
}

/** Names a pair of instruments, equal for both directions. */
export function pairKey(a: InstrumentKey, b: InstrumentKey): string {
	return a < b ? `${a}|${b}` : `${b}|${a}`;
}

/**
 * The client order id: 32 lower-case hex digits, a pure function of (execution, leg, child, attempt), so that a retry
 * after a crash names the same order. The distinguishing digits come first, because Gate keeps only 28.
 */
export function clientOrderId(
	execution: string,
	leg: LegRole,
	child: number,
	attempt: number,
	/**
	 * Mark of a journal restored from a backup, whose ids must differ from those sent after the backup; otherwise
	 * empty.
	 */
	restoreMark = '',
): string {
	const hex = execution.slice('exec_'.length);
	if (hex.length !== EXECUTION_HEX_LENGTH || child < 0 || child > 0xfff || attempt < 0 || attempt > 0xfff) {
		throw new RangeError(
			`Client order id out of range: execution ${execution}, child ${child}, attempt ${attempt}, limit 4095 each.`,
		);
	}
	const role = leg === 'long' ? 'a0' : 'b0';
	const whose = restoreMark === '' ? hex : hash96(JSON.stringify([hex, restoreMark]));
	return `${role}${hexDigits(child)}${hexDigits(attempt)}${whose}`;
}

/** Random part of the id of a self-check's order: 22 lower-case hex digits. */
const PROBE_HEX_LENGTH = 22;
const PROBE_MARK_LENGTH = 8;

/**
 * The client order id of a self-check's order: `c0`, which no leg order begins with, 22 random digits, and 8 derived
 * from them. The id alone must distinguish it from orders of others, because another process of ours may have sent it
 * (`doctor --probe`).
 */
export function probeOrderId(randomHex: string): string {
	const body = `c0${randomHex.slice(0, PROBE_HEX_LENGTH)}`;
	return `${body}${probeMark(body)}`;
}

/** True if the client order id belongs to a self-check of ours. */
export function isProbeOrderId(id: string): boolean {
	const body = id.slice(0, 2 + PROBE_HEX_LENGTH);
	return /^c0[0-9a-f]{30}$/.test(id) && id === `${body}${probeMark(body)}`;
}

function probeMark(body: string): string {
	return hash96(body).slice(0, PROBE_MARK_LENGTH);
}

/** Orders of executions begin with `a0` or `b0`, one per leg. */
const LEG_ORDER_ID = /^[ab]0[0-9a-f]{30}$/;

/**
 * True if the client order id has the form of ours. About one in a hundred random ids of 32 hex digits has it too, so
 * only the journal proves that a leg's order is ours.
 */
export function resemblesOurs(id: string): boolean {
	return LEG_ORDER_ID.test(id) || isProbeOrderId(id);
}

function hexDigits(value: number): string {
	return value.toString(16).padStart(3, '0');
}

/** FNV-1a over 128 bits (RFC 9923, prime 2^88 + 0x13b), first 96 bits as hex: stable names, not secret. */
function hash96(text: string): string {
	const prime = (1n << 88n) + 0x13bn;
	const mask = (1n << 128n) - 1n;
	let hash = 0x6c62272e07bb014262b821756295c58dn;
	for (const character of text) {
		hash ^= BigInt(character.codePointAt(0) ?? 0);
		hash = (hash * prime) & mask;
	}
	return hash.toString(16).padStart(32, '0').slice(0, 24);
}
