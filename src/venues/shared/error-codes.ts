/**
 * Defines the types for each exchange's errors file (`src/venues/<venue>/errors.ts`). Only an error's code decides
 * its meaning. It is the exchange's code; or ours, if the exchange's code has several meanings or the message has no
 * code. No other file depends on the exchange's messages.
 */
import { VenueError } from '../../ports/venue-error.ts';
import type { AddressBan } from './address-ban.ts';
import type { Answer } from './answers.ts';

/** Code and text in an exchange's error response. */
export type Said = {
	/** The exchange's code, or our replacement. */
	readonly code: string;
	/** The exchange's error message that came with the code; undefined if there was none. */
	readonly words: string | undefined;
};

/**
 * The meaning of an error code. Whether the code also confirms that an order was refused is a separate question.
 *
 * `absent`: the exchange does not know the order. `unchanged`: a setting already has the value. `limited`: a rate
 * limit. `busy`: a temporary refusal that ccxt classifies as permanent. `clock`: the timestamp is wrong. `key`: the
 * key itself is refused. `unknownKey`: the site does not know the refused key, which may be from another site.
 * `otherMoney`: the refused key is for test money on a real account, or the reverse. `settings`: leverage, margin
 * mode or position mode do not fit the order. `wouldTake`: a post-only order would have traded at once. `noSwitch`:
 * the dead-man switch is refused.
 */
export type Meaning =
	| 'absent'
	| 'unchanged'
	| 'limited'
	| 'busy'
	| 'clock'
	| 'key'
	| 'unknownKey'
	| 'otherMoney'
	| 'settings'
	| 'wouldTake'
	| 'noSwitch';

/** Meanings of an exchange's errors. */
export type VenueErrors = {
	/** Parses code and text from a response; undefined for a body without a code, such as a proxy's. */
	readonly read: (answer: Answer) => Said | undefined;
	/** Codes that confirm that the exchange did not accept an order. */
	readonly proofs: CodeProofs;
	readonly means: Readonly<Partial<Record<Meaning, readonly string[]>>>;
	/** How the exchange reports a ban of IP addresses; undefined if it documents none. */
	readonly ban?: AddressBan;
};

/** True if a code has this meaning at the exchange. */
export function means(errors: VenueErrors, code: string | undefined, meaning: Meaning): boolean {
	return code !== undefined && errors.means[meaning]?.includes(code) === true;
}

/** True if the exchange refused a request with a code of this meaning; false for a missing or uncertain response. */
export function refusedAs(error: unknown, errors: VenueErrors, meaning: Meaning): boolean {
	return error instanceof VenueError && error.kind === 'rejected' && means(errors, error.code, meaning);
}

/** Our code for an unlisted message from an exchange without codes. It leaves an order's outcome unknown. */
export const UNLISTED = 'UNLISTED';

/**
 * Kind of refusal that a code confirms. `passing`: the same request may succeed a little later. `untraded`: the
 * exchange accepts no orders for the contract now. `refused`: any other refusal.
 */
type ProofKind = 'refused' | 'passing' | 'untraded';

/** Refusal that one code confirms. `words` is the exchange's text for the code, shortened. */
export type CodeProof = { readonly kind: ProofKind; readonly words: string };

/**
 * The codes that confirm that an exchange did not accept an order. A code is listed only if the exchange's own text
 * for it says so. ccxt's classes `BadRequest` and `InvalidOrder` do not suffice, because they include "duplicate
 * order". An unlisted code leaves the outcome unknown, and the service queries the order.
 */
export type CodeProofs = ReadonlyMap<string, CodeProof>;

/**
 * Builds the map of codes from their texts, which are grouped by kind of refusal. @throws Error for a code listed
 * twice
 */
export function codeProofs(lists: Readonly<Record<ProofKind, Readonly<Record<string, string>>>>): CodeProofs {
	const proofs = new Map<string, CodeProof>();
	for (const [kind, codes] of Object.entries(lists))
		for (const [code, words] of Object.entries(codes)) {
			if (proofs.has(code)) throw new Error(`The code ${code} is listed as proof twice.`);
			proofs.set(code, { kind: kind as ProofKind, words });
		}
	return proofs;
}
