import { scopesOf, textOf } from '../given.ts';
import { runLoginCommand } from '../login.ts';
import { operatorCommand } from '../operator-command.ts';

/** Prints an access token, approved by the user in a browser or renewed from a stored login. */
export const login = operatorCommand({
	read({ values }) {
		const scopes = textOf(values.scope);
		return {
			action: 'login' as const,
			url: textOf(values.url),
			scopes: scopes === undefined ? undefined : scopesOf('login', scopes),
			isKept: values.keep === true,
		};
	},
	run: runLoginCommand,
});
