/**
 * Fields of all forms: labels, and the service errors that belong to each field. A form shows the sentence of the service with
 * the label in place of the member name, so no sentence exists twice.
 */
import type { ErrorCode } from '../../domain/codes.ts';
import { FORMS } from './text.ts';

/** One field of a form. */
export type FormField = {
	/** Label on the page, and start of the sentence beside the field. */
	readonly label: string;
	/** Further member names in errors. */
	readonly members?: readonly string[];
	/** Error codes that belong to the field whatever member they name. */
	readonly codes?: readonly ErrorCode[];
	/** The value is never shown again, nor repeated in a sentence. */
	readonly isSecret?: true;
};

const ROWS = {
	name: { label: FORMS.labels.name },
	address: { label: FORMS.labels.address },
	chain_id: { label: FORMS.labels.chain_id, members: ['chainId'] },
	signature: { label: FORMS.labels.signature, isSecret: true },
	passkey_answer: { label: FORMS.labels.passkey_answer, isSecret: true },
	link_code: { label: FORMS.labels.link_code, codes: ['LOGIN_REFUSED'], isSecret: true },
	token: { label: FORMS.labels.token, codes: ['LOGIN_REFUSED'], isSecret: true },
} as const satisfies Readonly<Record<string, FormField>>;

/** Posted name of a field. */
export type FieldName = keyof typeof ROWS;

/** All fields by posted name. */
export const FORM_FIELDS: Readonly<Record<FieldName, FormField>> = ROWS;
