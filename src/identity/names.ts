/** Names that people give to what is theirs. */
import { CarrywireError } from '../domain/carrywire-error.ts';

/** A user's name is also that of the simulated exchange accounts, which know ASCII only. */
const NAMES = {
	user: {
		pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
		rule: '1 to 64 of A-Z a-z 0-9 . _ -, beginning with a letter or digit',
	},
	name: {
		pattern: /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u,
		rule: '1 to 64 letters, digits, spaces and . _ @ -, beginning with a letter or digit',
	},
} as const;

/** @throws CarrywireError INVALID_PARAMS */
export function checkName(field: 'user' | 'name', value: string): void {
	const fault = nameFault(field, value);
	if (fault !== undefined) throw fault;
}

/** INVALID_PARAMS; undefined for a name that can be one. */
export function nameFault(field: 'user' | 'name', value: string): CarrywireError | undefined {
	const { pattern, rule } = NAMES[field];
	if (pattern.test(value)) return undefined;
	return new CarrywireError(
		'INVALID_PARAMS',
		`${field} must be ${rule}; was ${JSON.stringify(value.slice(0, 80))}.`,
		{ field },
	);
}
