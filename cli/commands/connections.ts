import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RpcError } from '../../client/errors.ts';
import type { ConnectExchangeParams, ExchangeAccount } from '../../client/methods.ts';
import { keyFormOf } from '../../src/venues/facts.ts';
import { hasSaidYes, requireAskable } from '../ask-first.ts';
import { columnsTable } from '../columns-table.ts';
import { UsageError, type Values } from '../command.ts';
import { disconnectLines } from '../disconnect-lines.ts';
import { OutcomeError } from '../failures.ts';
import { time } from '../figures.ts';
import { noWords, refuseOthers, requiredWord, textOf } from '../given.ts';
import type { TextStyle } from '../opportunity-lines.ts';
import { type ServiceSession, serviceCommand } from '../service-command.ts';
import { SERVICE_FLAGS } from '../shared-flags.ts';
import { TRADE_TEXT } from '../text.ts';

type Action =
	| { readonly action: 'list' }
	| { readonly action: 'check' | 'use'; readonly id: string }
	| {
			readonly action: 'disconnect';
			readonly id: string;
			readonly closeFirst: boolean;
			readonly isSure: boolean;
	  }
	| {
			readonly action: 'connect';
			readonly exchange: string;
			readonly apiKey: string;
			readonly label: string | undefined;
			readonly secretFile: string | undefined;
	  };

const SECRET_CHARS_MAX = 4_096;

/** Lists, connects, checks, selects and disconnects exchange accounts, for `carrywire connections`. */
export const connections = serviceCommand({
	name: 'connections',
	needs: 'exchange:connect',
	read: ({ values, words }) => readAction(values, words),
	run: carryOut,
});

function readAction(values: Values, [action = 'list', ...words]: readonly string[]): Action {
	const only = (...taken: readonly string[]) =>
		refuseOthers('connections', `connections ${action}`, values, [...Object.keys(SERVICE_FLAGS), ...taken]);
	const id = () => requiredWord(`connections ${action}`, 'the ID of an account', words[0]);
	switch (action) {
		case 'list':
			noWords('connections', words);
			only();
			return { action };
		case 'check':
		case 'use':
			only();
			return { action, id: id() };
		case 'disconnect':
			only('close-first', 'yes');
			return {
				action,
				id: id(),
				closeFirst: values['close-first'] === true,
				isSure: values.yes === true,
			};
		case 'connect': {
			only('api-key', 'label', 'secret-file');
			const apiKey = textOf(values['api-key']);
			if (apiKey === undefined)
				throw new UsageError('connections', 'connections connect needs the API key: --api-key KEY.');
			return {
				action,
				exchange: requiredWord('connections connect', 'the name of an EXCHANGE', words[0]),
				apiKey,
				label: textOf(values.label),
				secretFile: textOf(values['secret-file']),
			};
		}
		default:
			throw new UsageError(
				'connections',
				`The action of connections must be list, connect, check, use or disconnect; was ${JSON.stringify(action)}.`,
			);
	}
}

async function carryOut(action: Action, session: ServiceSession): Promise<void> {
	const showOne = (answer: { readonly account: ExchangeAccount }) =>
		session.show(answer, () => accountLines([answer.account], session));
	switch (action.action) {
		case 'list': {
			const all = await session.call('account_exchange_pair', {});
			session.show(all, () => (all.length === 0 ? ['No account is connected.'] : accountLines(all, session)));
			return;
		}
		case 'check':
			return showOne(await session.call('check_exchange_account', { account_id: action.id }));
		case 'use':
			return showOne(await session.call('use_exchange_account', { account_id: action.id }));
		case 'connect':
			return showOne(await session.call('connect_exchange', await connectParams(action, session)));
		case 'disconnect': {
			if (!action.isSure && !(await isAgreed(action, session)))
				throw new OutcomeError(TRADE_TEXT.notDisconnected);
			const answer = await session.call('disconnect_exchange', {
				account_id: action.id,
				close_first: action.closeFirst,
			});
			session.show(answer, () => [
				answer.status === 'disconnected'
					? `${action.id} is disconnected and its key erased.`
					: `${action.id} will be disconnected once these executions are closed: ${answer.executions.join(', ')}.`,
			]);
		}
	}
}

async function isAgreed(
	{ id, closeFirst }: Extract<Action, { readonly action: 'disconnect' }>,
	session: ServiceSession,
): Promise<boolean> {
	requireAskable('connections disconnect', 'disconnects the account', session);
	const account = (await knownAccounts(session)).find((one) => one.id === id);
	for (const line of disconnectLines(id, account, closeFirst)) session.remark(line);
	return hasSaidYes('Type yes to disconnect this account:', session);
}

/**
 * Returns the connected accounts. Empty if the token may not read them; the user must still confirm the
 * disconnection.
 */
async function knownAccounts(session: ServiceSession): Promise<readonly ExchangeAccount[]> {
	try {
		return await session.call('account_exchange_pair', {});
	} catch (error) {
		if (error instanceof RpcError && error.code === 'FORBIDDEN') return [];
		throw error;
	}
}

async function connectParams(
	{ exchange, apiKey, label, secretFile }: Extract<Action, { readonly action: 'connect' }>,
	session: ServiceSession,
): Promise<ConnectExchangeParams> {
	const [secret, passphrase] = await readSecrets(exchange, secretFile, session);
	return {
		exchange,
		...(label === undefined ? {} : { label }),
		api_key: apiKey,
		api_secret: secret,
		...(passphrase === undefined ? {} : { api_passphrase: passphrase }),
	} as ConnectExchangeParams;
}

async function readSecrets(
	exchange: string,
	file: string | undefined,
	{ terminal: { keyboard }, parts }: ServiceSession,
): Promise<readonly [secret: string, passphrase: string | undefined]> {
	const ask = (what: string) => keyboard.line({ isSecret: true, prompt: `${what} (not shown): ` });
	if (file === undefined && keyboard.isTerminal) {
		const secret = await ask('API secret');
		const passphrase =
			keyFormOf(exchange) === 'key, secret and passphrase' ? await ask('API passphrase') : undefined;
		return [given(secret), passphrase];
	}
	const text = file === undefined ? await keyboard.all(SECRET_CHARS_MAX) : fileText(resolve(parts.cwd, file));
	const [secret, passphrase] = text.split('\n').map((line) => line.trim());
	return [given(secret), passphrase === '' ? undefined : passphrase];
}

function fileText(file: string): string {
	try {
		return readFileSync(file, 'utf8').slice(0, SECRET_CHARS_MAX);
	} catch (error) {
		const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
		throw new UsageError(
			'connections',
			`--secret-file must be the path of a readable file; ${file} cannot be read (${why}).`,
		);
	}
}

function given(secret: string | undefined): string {
	if (secret !== undefined && secret !== '') return secret;
	throw new UsageError('connections', 'connections connect needs the API secret; none was given.');
}

function accountLines(accounts: readonly ExchangeAccount[], style: TextStyle): string[] {
	return [
		...columnsTable(
			[
				{ head: 'ID', align: 'left', cell: (row) => row.id },
				{ head: 'EXCHANGE', align: 'left', cell: (row) => row.exchange },
				{ head: 'LABEL', align: 'left', cell: (row) => row.label },
				{ head: 'IN USE', align: 'left', cell: (row) => (row.in_use ? 'yes' : 'no') },
				{
					head: 'HEALTH',
					align: 'left',
					cell: ({ health: { status } }) => ({
						text: status,
						tone: status === 'ok' ? 'good' : status === 'needs_reconnect' ? 'bad' : 'warn',
					}),
				},
				{ head: 'SELF-CHECK', align: 'left', cell: (row) => row.self_check?.status ?? 'not run' },
				{ head: 'MONEY', align: 'left', cell: (row) => row.trading_mode, spare: 3 },
				{ head: 'KIND', align: 'left', cell: (row) => row.kind, spare: 2 },
				{
					head: 'KEY EXPIRES',
					align: 'left',
					cell: (row) => (row.expires_at === null ? 'never' : time(row.expires_at)),
					spare: 1,
				},
			],
			accounts,
			style,
		),
		...accounts.flatMap(({ id, health: { reason } }) => (reason === null ? [] : [`${id}: ${reason}`])),
		...accounts.flatMap(({ id, stream_silent_since: since }) =>
			since === null
				? []
				: [
						`${id}: the private stream has reported none of the account's orders since ${time(since)}, so the service opens no positions on this account`,
					],
		),
		...accounts.flatMap(({ id, self_check }) =>
			(self_check?.steps ?? [])
				.filter(({ verdict }) => verdict !== 'passed')
				.map(({ name, verdict, message }) => `${id}: ${name} ${verdict}: ${message}`),
		),
	];
}
