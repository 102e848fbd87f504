/** Assigns a service error to the fields of a form, and uses the form's labels in the messages. */
import { RpcError } from '../../../client/errors.ts';
import { writeNumber } from '../figures/reader-format.ts';
import type { Said } from '../language/said.svelte.ts';

/** Labels of the form's fields, keyed by parameter, such as `caps.amount_max`. */
export type FieldLabels = Readonly<Record<string, string>>;

export type FormFaults = {
	/** Messages about the form's fields, keyed by parameter; at most one each. */
	readonly fields: Readonly<Record<string, string>>;
	/** True if at least one fault does not belong to any field of the form. */
	readonly isOfWhole: boolean;
};

type Fault = Said & { readonly field: string | undefined };

/** Writes messages in the reader's language; `language/said.svelte.ts` has these functions. */
export type Speech = { said(message: Said): string; errorText(error: Error): string };

/** @param codes parameter by error code; takes precedence over the field in the error */
export function faultsOf(
	error: Error,
	labels: FieldLabels,
	speech: Speech,
	codes: Readonly<Record<string, string>> = {},
): FormFaults {
	const fields: Record<string, string> = {};
	let isOfWhole = false;
	for (const fault of faultsIn(error, speech)) {
		const { field } = fault;
		const member =
			(error instanceof RpcError ? codes[error.code] : undefined) ?? memberOf(field, Object.keys(labels));
		if (member === undefined) isOfWhole = true;
		else fields[member] ??= sentence(speech.said(fault), field, labels[member] ?? member);
	}
	return { fields, isOfWhole };
}

function faultsIn(error: Error, { errorText }: Speech): readonly Fault[] {
	if (!(error instanceof RpcError)) return [{ field: undefined, message: errorText(error) }];
	const { faults } = error.facts;
	return Array.isArray(faults)
		? (faults as readonly Fault[])
		: [{ field: error.field, message: errorText(error) }];
}

/** Finds the form field for an error's field: `scopes.0` belongs to `scopes`, `amount_max` to `caps.amount_max`. */
function memberOf(field: string | undefined, members: readonly string[]): string | undefined {
	if (field === undefined) return undefined;
	return members.find(
		(member) => field === member || field.startsWith(`${member}.`) || member.endsWith(`.${field}`),
	);
}

/**
 * Rewrites a message with the form's label: `caps.amount_max must be at most 12000; was "x".` → `Maximum per position
 * must be at most 12,000; was “x”.`
 */
function sentence(message: string, field: string | undefined, label: string): string {
	if (field === undefined || !message.startsWith(`${field} `)) return message;
	const parts = message.slice(field.length).split(/("(?:[^"\\]|\\.)*")/);
	return `${label}${parts.map((part, at) => (at % 2 === 1 ? quoted(part) : grouped(part))).join('')}`;
}

function quoted(json: string): string {
	try {
		return `“${JSON.parse(json)}”`;
	} catch {
		return json;
	}
}

function grouped(text: string): string {
	return text.replace(/(?<![\w.])\d{5,}(?!\w)/g, (digits) => writeNumber(Number(digits)));
}
