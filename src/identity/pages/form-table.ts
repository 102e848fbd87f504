/**
 * Lists the fields of all forms: labels, and the service errors that belong to each field. A form shows the service's
 * message with the label in place of the parameter name, so that no message exists twice.
 */
import type { ErrorCode } from '../../domain/codes.ts';
import { texts } from './page-language.ts';

/** One field of a form. */
export type FormField = {
	/** Other names that errors use for this field. */
	readonly members?: readonly string[];
	/** Error codes that belong to this field, whatever parameter they name. */
	readonly codes?: readonly ErrorCode[];
	/** True if the value must never be shown again, nor repeated in a message. */
	readonly isSecret?: true;
};

const ROWS = {
	name: {},
	address: {},
	chain_id: { members: ['chainId'] },
	signature: { isSecret: true },
	passkey_answer: { isSecret: true },
	link_code: { codes: ['LOGIN_REFUSED'], isSecret: true },
	token: { codes: ['LOGIN_REFUSED'], isSecret: true },
} as const satisfies Readonly<Record<string, FormField>>;

/** Name of a field in the posted form. */
export type FieldName = keyof typeof ROWS;

/** All fields, keyed by posted name. */
export const FORM_FIELDS: Readonly<Record<FieldName, FormField>> = ROWS;

/** Returns the label of a field in the page's language; it also starts the message beside the field. */
export function labelOf(name: FieldName): string {
	return texts().FORMS.labels[name];
}
