/**
 * Which of an exchange's codes prove that it did not take an order. A code is proof by the exchange's own words for it and by
 * nothing else: that ccxt calls it `BadRequest` or `InvalidOrder` proves nothing, as "duplicate order" is both. A code that is not
 * listed leaves the outcome unknown, and the order is asked about.
 */

/** `passing`: a little later the same request may be taken. `untraded`: the exchange takes no orders on the contract now. */
type ProofKind = 'refused' | 'passing' | 'untraded';

/** `words`: what the exchange says with the code, shortened. */
export type CodeProof = { readonly kind: ProofKind; readonly words: string };

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
