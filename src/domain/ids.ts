/**
 * Identifiers. All are opaque on the wire; those that follow from facts are pure functions of them.
 */
import { type InstrumentKey, instrumentKey, type VenueName } from './instrument.ts';

/** Side of a leg in the pair: `long` bought to open, `short` sold to open. */
export type LegRole = 'long' | 'short';

/** Random part of an execution id: 24 lower-case hex digits. */
const EXECUTION_HEX_LENGTH = 24;

/** `exec_` and 24 hex digits from 12 random bytes (unguessable: it names a user's thing). */
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
 * Names an exchange account in the journal: by its id, or by user and venue for the first account of a user at a venue, from
 * before accounts had ids.
 */
export function journalId(userId: string, venue: VenueName, account?: string): string {
	return account ?? `${userId}:${venue}`;
}

/** `opp_` and 24 hex digits that follow from (long instrument, short instrument): stable while these stay the same. */
export function opportunityId(
	long: { readonly venue: VenueName; readonly symbol: string },
	short: { readonly venue: VenueName; readonly symbol: string },
): string {
	return `opp_${hash96(`${instrumentKey(long)}>${instrumentKey(short)}`)}`;
}

/** `alert_` and 24 hex digits that follow from whom it is told and what happened: the same happening has the same id. */
export function alertId(userId: string, happening: readonly (string | number)[]): string {
	return `alert_${hash96(JSON.stringify([userId, ...happening]))}`;
}

/** The same for both directions: names the slot of two instruments. */
export function pairKey(a: InstrumentKey, b: InstrumentKey): string {
	return a < b ? `${a}|${b}` : `${b}|${a}`;
}

/**
 * The client order id: 32 lower-case hex digits, a pure function of (execution, leg, child, attempt), so that a
 * retry after a crash names the same order. The discriminating digits come first, because Gate keeps only 28.
 */
export function clientOrderId(
	execution: string,
	leg: LegRole,
	child: number,
	attempt: number,
	/** Of a journal that was restored from a backup: what was sent after the backup has other ids. Empty of any other. */
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
 * The client order id of a self-check's order: `c0`, which begins no leg's, 22 random digits, and 8 that follow from them. Another
 * process of ours may have sent it (`doctor --probe`), so it must be told from an order of somebody else by itself.
 */
export function probeOrderId(randomHex: string): string {
	const body = `c0${randomHex.slice(0, PROBE_HEX_LENGTH)}`;
	return `${body}${probeMark(body)}`;
}

/** Whether a self-check of ours has sent the order with this client order id. */
export function isProbeOrderId(id: string): boolean {
	const body = id.slice(0, 2 + PROBE_HEX_LENGTH);
	return /^c0[0-9a-f]{30}$/.test(id) && id === `${body}${probeMark(body)}`;
}

function probeMark(body: string): string {
	return hash96(body).slice(0, PROBE_MARK_LENGTH);
}

/** `a0` and `b0` are the legs of executions. */
const LEG_ORDER_ID = /^[ab]0[0-9a-f]{30}$/;

/**
 * Whether an order with this client order id has the form of ours. About one in a hundred random ids of 32 hex digits has it too:
 * only the journal knows which order of a leg is ours.
 */
export function resemblesOurs(id: string): boolean {
	return LEG_ORDER_ID.test(id) || isProbeOrderId(id);
}

function hexDigits(value: number): string {
	return value.toString(16).padStart(3, '0');
}

/** FNV-1a over 128 bits (RFC 9923, prime 2^88 + 0x13b), first 96 bits as hex: stable names, no secrecy. */
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
