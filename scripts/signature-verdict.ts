/** Parses the output of `npm audit signatures --json`, which checks the installed packages. The functions are pure. */
import * as z from 'zod';

const answerSchema = z.union([
	z.object({
		invalid: z.array(z.object({ name: z.string(), version: z.string() })),
		missing: z.array(z.unknown()),
	}),
	z.object({ error: z.object({ code: z.string(), summary: z.string() }) }),
]);

/**
 * Error codes of a failed connection. The registry publishes its signing keys at a different address from its
 * packages, and that address may be unreachable.
 */
const NOT_REACHED =
	/^(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT)$/;

export type SignatureVerdict = {
	/** `unchecked`: the signing keys were unreachable, so no signature was checked. */
	readonly state: 'good' | 'bad' | 'unchecked';
	readonly sentence: string;
};

/** @throws Error for any other output, because it does not show that anything was checked */
export function signatureVerdict(answer: string, packages: number): SignatureVerdict {
	const read = answerSchema.parse(JSON.parse(answer));
	if ('error' in read) {
		const { code, summary } = read.error;
		const state = NOT_REACHED.test(code) ? 'unchecked' : 'bad';
		return { state, sentence: `signatures: checked 0 of ${packages} packages: ${code}: ${summary}` };
	}
	const { invalid, missing } = read;
	if (invalid.length === 0)
		return {
			state: 'good',
			sentence: `signatures: checked ${packages} packages, 0 are invalid, ${missing.length} have none`,
		};
	const names = invalid.map(({ name, version }) => `${name}@${version}`).join(', ');
	return {
		state: 'bad',
		sentence: `signatures: ${invalid.length} of ${packages} packages are not what their registry signed: ${names}`,
	};
}
