import { loadConfig } from '../../src/config/load-config.ts';
import { fromInteger, mulTrunc, ONE, tryParseDecimal } from '../../src/domain/decimal.ts';
import { SCOPES } from '../../src/identity/scopes.ts';
import { TOKEN_LIFETIME_MS_MAX, TOKEN_LIFETIME_MS_MIN } from '../../src/identity/tokens.ts';
import { CREATE_FLAG, operatorDirectory } from '../../src/operations/operator-directory.ts';
import { defineCommand, UsageError, type Values } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, DEFAULT_USER, noWords, refuseFlags, scopesOf, textOf } from '../given.ts';
import { runTokenCommand, type TokenAction } from '../token.ts';

const DEFAULT_TTL_HOURS = '24';

export const token = defineCommand({
	name: 'token',
	group: 'access',
	summary: 'Create, list and revoke bearer tokens, as the operator.',
	about: 'Creates, lists and revokes bearer tokens. A new token is printed once, alone on standard output.',
	forms: ['[flags]', 'list [--user NAME] [--json]', 'revoke ID'],
	words: [{ name: 'list or revoke', meaning: 'Without: a new token.', choices: ['list', 'revoke'] }],
	flags: {
		scope: {
			value: '"LIST"',
			meaning: `Scopes, separated by spaces (default arb:read). All: ${SCOPES.join(' ')}.`,
			choices: SCOPES,
		},
		user: {
			value: 'NAME',
			meaning: `Whose token it is (default ${DEFAULT_USER}); the user is made when there is none.`,
		},
		ttl: { value: 'HOURS', meaning: `Lifetime, at most 720 (default ${DEFAULT_TTL_HOURS}).` },
		name: { value: 'TEXT', meaning: 'What you call the token (default cli).' },
		json: { meaning: 'With list: JSON.' },
		...CREATE_FLAG,
		...CONFIG_FLAGS,
	},
	examples: [
		'TOKEN=$(carrywire token --scope "arb:read arb:trade")',
		'carrywire token list',
		'carrywire token revoke tok_0123456789abcdef',
	],
	read: ({ values, words }) => ({
		flags: configFlags(values),
		create: words.length === 0 ? values.create === true : undefined,
		...tokenAction(values, words),
	}),
	async run({ flags, create, ...action }, parts) {
		const { env, cwd, output } = parts;
		const dataDir = operatorDirectory(loadConfig({ flags, env, cwd }), create, output);
		await runTokenCommand({ ...action, dataDir }, parts);
		return EXIT_CODES.OK;
	},
});

function tokenAction(values: Values, [action, ...words]: readonly string[]): TokenAction {
	switch (action) {
		case undefined:
			refuseFlags('token', 'token', values, ['json']);
			return {
				action: 'create',
				userName: textOf(values.user) ?? DEFAULT_USER,
				tokenName: textOf(values.name) ?? 'cli',
				scopes: scopesOf('token', textOf(values.scope) ?? 'arb:read'),
				ttlMs: ttlOf(textOf(values.ttl) ?? DEFAULT_TTL_HOURS),
			};
		case 'list':
			noWords('token', words);
			refuseFlags('token', 'token list', values, ['scope', 'ttl', 'name', 'create']);
			return { action, userName: textOf(values.user), json: values.json === true };
		case 'revoke': {
			const [tokenId, ...more] = words;
			refuseFlags('token', 'token revoke', values, ['scope', 'ttl', 'name', 'user', 'json', 'create']);
			if (tokenId === undefined)
				throw new UsageError('token', 'token revoke needs the ID of a token; see carrywire token list.');
			noWords('token', more);
			return { action, tokenId };
		}
		default:
			throw new UsageError(
				'token',
				`After token comes nothing, list or revoke; was ${JSON.stringify(action)}.`,
			);
	}
}

function ttlOf(hours: string): number {
	const read = tryParseDecimal(hours);
	const ttlMs = read === undefined ? Number.NaN : Number(mulTrunc(read, fromInteger(3_600_000)) / ONE);
	if (ttlMs >= TOKEN_LIFETIME_MS_MIN && ttlMs <= TOKEN_LIFETIME_MS_MAX) return ttlMs;
	throw new UsageError(
		'token',
		`--ttl must be a number of hours, at least a minute (0.017) and at most 720; was ${JSON.stringify(hours)}.`,
	);
}
