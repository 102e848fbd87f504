/**
 * The fields of the forms: what each is called on its page, and which errors of the service are about it. The sentences are
 * the service's own, with the label of the field in the place of the member's name, so that none is written twice.
 */
import type { ErrorCode } from '../../domain/codes.ts';

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
	scope: { label: 'What it may do', members: ['scopes'] },
	lifetime: { label: 'Valid for', members: ['ttl'] },
	amount_max: { label: 'At most per execution' },
	open_amount_max: { label: 'At most open at once' },
	executions_per_day: { label: 'Executions a day' },
	pair: { label: 'Only on these exchange pairs', members: ['pairs'] },
	credential: { label: 'It proves itself by' },
	// What is pasted there may be a private key.
	public_keys: { label: 'Public keys', isSecret: true },
	label: { label: 'Name for the account' },
	api_key: {
		label: 'API key',
		codes: ['KEY_REFUSED', 'KEY_CAN_WITHDRAW', 'KEY_CANNOT_TRADE', 'ACCOUNT_ALREADY_CONNECTED'],
		isSecret: true,
	},
	api_secret: { label: 'Secret', isSecret: true },
	api_passphrase: { label: 'Passphrase', isSecret: true },
	close_first: { label: 'close what is open first', codes: ['EXECUTIONS_RUNNING'] },
	address: { label: 'Address' },
	chain_id: { label: 'Chain', members: ['chainId'] },
	signature: { label: 'Signature', isSecret: true },
	passkey_answer: { label: 'Answer of the passkey', isSecret: true },
	link_code: { label: 'Link', codes: ['LOGIN_REFUSED'], isSecret: true },
	token: { label: 'Token', codes: ['LOGIN_REFUSED'], isSecret: true },
} as const satisfies Readonly<Record<string, FormField>>;

export type FieldName = keyof typeof ROWS;

export const FORM_FIELDS: Readonly<Record<FieldName, FormField>> = ROWS;
