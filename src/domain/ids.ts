/** Creates identifiers. All are opaque on the wire. Ids derived from facts are pure functions of them. */
import { type InstrumentKey, instrumentKey, type VenueName } from './instrument.ts';

/** Direction of a leg in the pair: `long` buys to open, `short` sells to open. */
export type LegRole = 'long' | 'short';

/** Length of the random part of an execution id, in lower-case hex digits. */
const EXECUTION_HEX_LENGTH = 24;

/**
 * Creates an id of `exec_` and 24 hex digits from 12 random bytes, so that nobody can guess the id of another user's
 * execution.
 */
export function executionId(randomHex: string): string {
	return `exec_${randomHex.slice(0, EXECUTION_HEX_LENGTH)}`;
}

/** Creates an id of `job_` and 24 hex digits from 12 random bytes for the job that opens an execution. */
export function jobId(randomHex: string): string {
	return `job_${randomHex.slice(0, EXECUTION_HEX_LENGTH)}`;
}

const SHADOW_USER = 'shadow_';

/** Creates an id of `shadow_` and 24 hex digits from 12 random bytes for the hidden user of a shadow pot. */
export function shadowUserId(randomHex: string): string {
	return `${SHADOW_USER}${randomHex.slice(0, EXECUTION_HEX_LENGTH)}`;
}

/** Returns true for the hidden user of a shadow pot, who trades only on paper accounts. */
export function isShadowUser(userId: string): boolean {
	return userId.startsWith(SHADOW_USER);
}

/** Creates an id of `acct_` and 24 hex digits from 12 random bytes for a connected exchange account. */
export function accountId(randomHex: string): string {
	return `acct_${randomHex.slice(0, EXECUTION_HEX_LENGTH)}`;
}

/**
 * Names an exchange account in the journal by its id. A user's first account at a venue is named by user and venue
 * instead, because it may date from the time before accounts had ids.
 */
export function journalId(userId: string, venue: VenueName, account?: string): string {
	return account ?? `${userId}:${venue}`;
}

/**
 * Derives an id of `opp_` and 24 hex digits from (long instrument, short instrument). The id changes only if an
 * instrument changes.
 */
export function opportunityId(
	long: { readonly venue: VenueName; readonly symbol: string },
	short: { readonly venue: VenueName; readonly symbol: string },
): string {
	return `opp_${hash96(`${instrumentKey(long)}>${instrumentKey(short)}`)}`;
}

/**
 * Derives an id of `alert_` and 24 hex digits from the recipient and the event. The same event always has the same
 * id.
 */
export function alertId(userId: string, happening: readonly (string | number)[]): string {
	return `alert_${hash96(JSON.stringify([userId, ...happening]))}`;
}

/** Names a pair of instruments. The name is the same for both directions. */
export function pairKey(a: InstrumentKey, b: InstrumentKey): string {
	return a < b ? `${a}|${b}` : `${b}|${a}`;
}

/**
 * Derives the client order id: 32 lower-case hex digits, a pure function of (execution, leg, child, attempt). A retry
 * after a crash therefore names the same order. The distinguishing digits come first, because Gate keeps only 28.
 */
export function clientOrderId(
	execution: string,
	leg: LegRole,
	child: number,
	attempt: number,
	/**
	 * Marks a journal that was restored from a backup. Its ids must differ from those sent after the backup. Empty
	 * for any other journal.
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

/** Length of the random part in the id of a self-check order: 22 lower-case hex digits. */
const PROBE_HEX_LENGTH = 22;
const PROBE_MARK_LENGTH = 8;

/**
 * Derives the client order id for a self-check order: `c0`, 22 random digits, and 8 digits derived from them. No
 * leg's order begins with `c0`. The id alone must show that the order is ours, because another process of this
 * service may have sent it (`doctor --probe`).
 */
export function probeOrderId(randomHex: string): string {
	const body = `c0${randomHex.slice(0, PROBE_HEX_LENGTH)}`;
	return `${body}${probeMark(body)}`;
}

/** Returns true if the client order id belongs to one of our self-checks. */
export function isProbeOrderId(id: string): boolean {
	const body = id.slice(0, 2 + PROBE_HEX_LENGTH);
	return /^c0[0-9a-f]{30}$/.test(id) && id === `${body}${probeMark(body)}`;
}

function probeMark(body: string): string {
	return hash96(body).slice(0, PROBE_MARK_LENGTH);
}

/** Client order id of an execution's order. It begins with `a0` on the long leg and `b0` on the short leg. */
const LEG_ORDER_ID = /^[ab]0[0-9a-f]{30}$/;

/**
 * Returns true if the client order id has our format. About one in a hundred random ids of 32 hex digits also has it,
 * so only the journal shows whether a leg's order is ours.
 */
export function resemblesOurs(id: string): boolean {
	return LEG_ORDER_ID.test(id) || isProbeOrderId(id);
}

function hexDigits(value: number): string {
	return value.toString(16).padStart(3, '0');
}

/**
 * Hashes with FNV-1a over 128 bits (RFC 9923, prime 2^88 + 0x13b) and returns the first 96 bits as hex. The hashes
 * are stable, not secret.
 */
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
