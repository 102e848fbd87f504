/**
 * Writes and reads a result as JSON. Members are sorted by name (as in RFC 8785), so that equal results give equal
 * bytes whatever order the engine built them in.
 */
import { contradictions } from './contradictions.ts';
import { RESULT_FORM, type ReplayResult, type SweepResult } from './result.ts';
import { RESULT_SCHEMA } from './result-schema.ts';

/** Thrown for text that is not a result of this form. The message says why and what to do. */
export class ResultFormError extends Error {
	override readonly name = 'ResultFormError';
}

/**
 * Writes a result as one line of JSON.
 * @throws RangeError for a number that JSON cannot hold (NaN, infinities)
 */
export function reportJson(result: ReplayResult): string {
	return `${sortedJson(result)}\n`;
}

/** Writes the result of a sweep as one line of JSON. @throws RangeError for a number that JSON cannot hold */
export function sweepJson(sweep: SweepResult): string {
	return `${sortedJson(sweep)}\n`;
}

/** Reads a result that `reportJson` wrote. @throws ResultFormError */
export function readResult(text: string): ReplayResult {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new ResultFormError(
			'This is not the result of a replay: it is not JSON. Choose the file that `--json` wrote.',
			{ cause: error },
		);
	}
	const form = isRecord(value) ? value.form : undefined;
	if (typeof form === 'number' && form !== RESULT_FORM)
		throw new ResultFormError(
			`This result has form ${form}, and this version reads form ${RESULT_FORM}. Repeat the replay with this version.`,
		);
	const parsed = RESULT_SCHEMA.safeParse(value);
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
		throw new ResultFormError(
			`This is not the result of a replay: ${issue?.message ?? 'it has another shape'}${place}. Choose the file that \`--json\` wrote.`,
		);
	}
	const faults = contradictions(parsed.data);
	if (faults.length > 0)
		throw new ResultFormError(`This result contradicts itself: ${faults.join(' ')} Repeat the replay.`);
	return parsed.data;
}

function sortedJson(value: unknown): string {
	return JSON.stringify(value, (member, inner: unknown) => {
		if (typeof inner === 'number' && !Number.isFinite(inner))
			throw new RangeError(`A JSON number must be finite; the member "${member}" was ${inner}.`);
		return isRecord(inner)
			? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
			: inner;
	});
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
