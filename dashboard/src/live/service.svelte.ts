/**
 * The service, as the pages have it: one live connection, calls over it, and acts over HTTP with a token that may trade.
 * Whether the connection stands is state, so that every page can say that what it shows is old.
 */
import type { CallArguments } from '../../../client/calls.ts';
import { type Client, createClient } from '../../../client/client.ts';
import { isRpcError } from '../../../client/errors.ts';
import type { MethodName, MethodResult } from '../../../client/methods.ts';
import { connectStream, type Stream } from '../../../client/stream.ts';
import { type AccessKeeper, createAccess } from './access.svelte.ts';
import { instant, learnServiceTime } from './clock.svelte.ts';
import type { Shell } from './shell.ts';

export type ConnectionShown = {
	readonly state: 'connecting' | 'open' | 'closed';
	/** Why it is so. */
	readonly reason: string;
	/** Of the service's clock: since when. */
	readonly since: number;
	/** It was open before. */
	readonly wasOpen: boolean;
};

export type Service = {
	readonly shell: Shell;
	readonly access: AccessKeeper;
	readonly connection: ConnectionShown;
	/** The connection of now: another one after whoever calls has changed. */
	readonly stream: Stream;
	/** Asks, with the right to look. */
	call<M extends MethodName>(method: M, ...args: CallArguments<M>): Promise<MethodResult<M>>;
	/** Acts, or asks with the right to trade. */
	act<M extends MethodName>(method: M, ...args: CallArguments<M>): Promise<MethodResult<M>>;
	/** Reads and changes settings: accounts, agents, tokens. For somebody who is logged in. */
	manage<M extends MethodName>(method: M, ...args: CallArguments<M>): Promise<MethodResult<M>>;
	/** From now on with this token, in this page, and where it is to be kept in this browser. */
	useToken(token: string, keep: boolean): void;
	/** Without the pasted token again. */
	leaveToken(): void;
	/** Sends a form of the login, beside the methods; the answer is JSON. @throws Error with the sentence to show */
	postForm(path: string, fields: URLSearchParams): Promise<unknown>;
	/** What the service wrote, with a token that may look, from a path beside JSON-RPC. */
	download(path: string): Promise<Blob>;
};

const HEARTBEAT_SECONDS = 5;

export function openService(shell: Shell): Service {
	const access = createAccess(shell);
	let connection = $state.raw<ConnectionShown>({
		state: 'connecting',
		reason: '',
		since: instant(),
		wasOpen: false,
	});
	let stream = $state.raw(connect());
	let actor = newClient('tradeToken');
	let manager = newClient('manageToken');

	function connect(): Stream {
		const opened = connectStream({
			url: location.origin,
			token: (refused) => access.readToken(refused),
			// The page itself came the same way.
			allowInsecure: true,
			onCaller: ({ scopes }) => access.learnScopes(scopes),
			onConnection(state, reason) {
				// One that was replaced has nothing more to say.
				if (opened !== stream) return;
				connection = { state, reason, since: instant(), wasOpen: connection.wasOpen || state === 'open' };
				if (state === 'closed') goOnWithout(reason);
			},
		});
		opened.subscribe(
			'heartbeat',
			{ interval_seconds: HEARTBEAT_SECONDS },
			{ onState: ({ time }) => learnServiceTime(Date.parse(time)) },
		);
		return opened;
	}

	/** The token was refused when the connection was made: what is public is still there. */
	function goOnWithout(reason: string): void {
		access.end(reason);
		reconnect();
	}

	function reconnect(): void {
		const old = stream;
		stream = connect();
		actor = newClient('tradeToken');
		manager = newClient('manageToken');
		void old.close();
	}

	function newClient(right: 'tradeToken' | 'manageToken'): Client {
		return createClient({
			url: location.origin,
			token: (refused) => access[right](refused),
			allowInsecure: true,
		});
	}

	/** A refusal for want of a right ends the right, also where it only shows in a call. */
	async function watched<T>(call: Promise<T>): Promise<T> {
		try {
			return await call;
		} catch (error) {
			if (isRpcError(error, 'UNAUTHORIZED')) access.end(error.message);
			throw error;
		}
	}

	return {
		shell,
		access,
		get connection() {
			return connection;
		},
		get stream() {
			return stream;
		},
		call: (method, ...args) => watched(stream.call(method, ...args)),
		act: (method, ...args) => watched(actor.call(method, ...args)),
		manage: (method, ...args) => watched(manager.call(method, ...args)),
		useToken(token, keep) {
			access.useToken(token, keep);
			reconnect();
		},
		leaveToken() {
			access.leave();
			reconnect();
		},
		async postForm(path, fields) {
			fields.set('csrf', shell.csrf ?? '');
			const answer = await fetch(path, {
				method: 'POST',
				headers: { accept: 'application/json' },
				body: fields,
				redirect: 'error',
				cache: 'no-store',
			});
			if (!answer.ok) throw new Error(await sentenceOf(answer));
			return answer.json();
		},
		async download(path) {
			const token = await access.readToken(undefined);
			const answer = await fetch(path, {
				headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
				redirect: 'error',
				cache: 'no-store',
			});
			if (answer.ok) return answer.blob();
			throw new Error(await sentenceOf(answer));
		},
	};
}

/** What the service says of a refusal, which whatever stands before it may not have let through. */
async function sentenceOf(answer: Response): Promise<string> {
	try {
		const { error } = (await answer.json()) as { readonly error: { readonly message: string } };
		return error.message;
	} catch {
		return `The service answered with HTTP ${answer.status}.`;
	}
}
