/**
 * The fields of the forms: what each is called on its page, and which errors of the service are about it. The sentences are
 * the service's own, with the label of the field in the place of the member's name, so that none is written twice.
 */
import type { ErrorCode } from '../../domain/codes.ts';

/** One field of a form as people and errors call it. */
export type FormField = {
	/** As the page says it, and as the sentence beside the field begins. */
	readonly label: string;
	/** Members that errors name, beside the field's own name. */
	readonly members?: readonly string[];
	/** Errors that are about it whatever member they name. */
	readonly codes?: readonly ErrorCode[];
	/** What was typed is never shown again, nor repeated in a sentence. */
	readonly isSecret?: true;
};

const ROWS = {
	name: { label: 'Name' },
	address: { label: 'Address' },
	chain_id: { label: 'Chain', members: ['chainId'] },
	signature: { label: 'Signature', isSecret: true },
	passkey_answer: { label: 'Answer of the passkey', isSecret: true },
	link_code: { label: 'Link', codes: ['LOGIN_REFUSED'], isSecret: true },
	token: { label: 'Token', codes: ['LOGIN_REFUSED'], isSecret: true },
} as const satisfies Readonly<Record<string, FormField>>;

/** Name of a field as it is posted. */
export type FieldName = keyof typeof ROWS;

/** Every field of every form, by its posted name. */
export const FORM_FIELDS: Readonly<Record<FieldName, FormField>> = ROWS;
