/** Assigns a service error to the fields of a form, and uses the form's labels in the messages. */
import { RpcError } from '../../../client/errors.ts';

/** Labels of the form's fields, keyed by parameter, such as `caps.amount_max`. */
export type FieldLabels = Readonly<Record<string, string>>;

export type FormFaults = {
	/** Messages about the form's fields, keyed by parameter; at most one each. */
	readonly fields: Readonly<Record<string, string>>;
	/** True if at least one fault does not belong to any field of the form. */
	readonly isOfWhole: boolean;
};

type Fault = { readonly field: string | undefined; readonly message: string };

/** @param codes parameter by error code; takes precedence over the field in the error */
export function faultsOf(
	error: Error,
	labels: FieldLabels,
	codes: Readonly<Record<string, string>> = {},
): FormFaults {
	const fields: Record<string, string> = {};
	let isOfWhole = false;
	for (const { field, message } of faultsIn(error)) {
		const member =
			(error instanceof RpcError ? codes[error.code] : undefined) ?? memberOf(field, Object.keys(labels));
		if (member === undefined) isOfWhole = true;
		else fields[member] ??= sentence(message, field, labels[member] ?? member);
	}
	return { fields, isOfWhole };
}

function faultsIn(error: Error): readonly Fault[] {
	if (!(error instanceof RpcError)) return [{ field: undefined, message: error.message }];
	const { faults } = error.facts;
	return Array.isArray(faults)
		? (faults as readonly Fault[])
		: [{ field: error.field, message: error.message }];
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
	return text.replace(/(?<![\w.])\d{5,}(?!\w)/g, (digits) => digits.replace(/\B(?=(?:\d{3})+$)/g, ','));
}
