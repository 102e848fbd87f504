/**
 * Contents of each exchange's errors file (`src/venues/<venue>/errors.ts`). Everything is decided by codes: those of the exchange, and one of
 * ours where a code of the exchange has several meanings, or it has a sentence and no code. Which sentence that is, the errors file
 * alone knows.
 */
import { VenueError } from '../../ports/venue-error.ts';
import type { AddressBan } from './address-ban.ts';
import type { Answer } from './answers.ts';

/** An exchange's word in an answer that is an error. */
export type Said = {
	/** The exchange's, or ours. */
	readonly code: string;
	/** The exchange's sentence beside it. */
	readonly words: string | undefined;
};

/**
 * A meaning of codes beside what they prove of an order.
 *
 * `absent`: it knows no such order. `unchanged`: a setting has the wanted value already. `limited`: a limit of requests. `busy`: not
 * now, although ccxt takes it for a refusal. `clock`: the request's time. `key`: the key itself; of these `unknownKey` and
 * `otherMoney` are keys of another site and of test money, or of real money. `settings`: leverage, margin mode or position mode
 * are not what the order needs. `wouldTake`: a post-only order would have traded at once. `noSwitch`: its dead-man switch.
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
	/** The exchange's word; undefined for a body that has none, such as a proxy's. */
	readonly read: (answer: Answer) => Said | undefined;
	/** Codes that prove that an order was not taken. */
	readonly proofs: CodeProofs;
	readonly means: Readonly<Partial<Record<Meaning, readonly string[]>>>;
	/** Absent where the exchange documents no ban of an address. */
	readonly ban?: AddressBan;
};

/** Whether a code has the meaning at the exchange. */
export function means(errors: VenueErrors, code: string | undefined, meaning: Meaning): boolean {
	return code !== undefined && errors.means[meaning]?.includes(code) === true;
}

/** Whether the exchange refused a request with a code of the meaning; false for an answer that did not come, or is in doubt. */
export function refusedAs(error: unknown, errors: VenueErrors, meaning: Meaning): boolean {
	return error instanceof VenueError && error.kind === 'rejected' && means(errors, error.code, meaning);
}

/** Our code for a sentence of an exchange without codes that its errors file does not list. It proves nothing. */
export const UNLISTED = 'UNLISTED';

/** `passing`: a little later the same request may be taken. `untraded`: the exchange takes no orders on the contract now. */
type ProofKind = 'refused' | 'passing' | 'untraded';

/** `words`: what the exchange says with the code, shortened. */
export type CodeProof = { readonly kind: ProofKind; readonly words: string };

/**
 * Which of an exchange's codes prove that it did not take an order. A code is proof by the exchange's own words for it and by
 * nothing else: that ccxt calls it `BadRequest` or `InvalidOrder` proves nothing, as "duplicate order" is both. A code that is not
 * listed leaves the outcome unknown, and the order is asked about.
 */
export type CodeProofs = ReadonlyMap<string, CodeProof>;

/** The words of each code by kind. @throws Error for a code that is listed twice */
export function codeProofs(lists: Readonly<Record<ProofKind, Readonly<Record<string, string>>>>): CodeProofs {
	const proofs = new Map<string, CodeProof>();
	for (const [kind, codes] of Object.entries(lists))
		for (const [code, words] of Object.entries(codes)) {
			if (proofs.has(code)) throw new Error(`The code ${code} is listed as proof twice.`);
			proofs.set(code, { kind: kind as ProofKind, words });
		}
	return proofs;
}
