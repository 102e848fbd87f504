/** Provides the common part of commands that call a service. */

import { type Client, createClient } from '../client/client.ts';
import type { TokenSource } from '../client/endpoint.ts';
import type { MethodName, MethodParams, MethodResult } from '../client/methods.ts';
import { connectStream, type Stream, type StreamOptions } from '../client/stream.ts';
import type { Scope } from '../src/identity/scopes.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Output } from '../src/ports/output.ts';
import { bearerToken } from './bearer-token.ts';
import type { CliParts } from './cli-parts.ts';
import { type CommandCode, commandCode, type Given, type Values } from './command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { textOf } from './given.ts';
import { type Paint, paintFor } from './paint.ts';
import { printResult } from './print-result.ts';
import { openProgress, type Progress } from './progress.ts';
import { serviceAddress } from './service-address.ts';
import type { Screen, Terminal } from './terminal.ts';

/** The scope that a command needs. With `public`, no token is sent. */
export type Need = 'public' | Scope;

/** A command's connection to the service and to the user. */
export type ServiceSession = {
	readonly url: string;
	readonly json: boolean;
	readonly terminal: Terminal;
	readonly output: Output;
	readonly clock: Clock;
	readonly paint: Paint;
	/** Maximum characters in a line of a table. */
	readonly width: number;
	readonly parts: CliParts;
	/** Calls the service. @throws RpcError, TransportError */
	call<M extends MethodName>(method: M, params: MethodParams<M>): Promise<MethodResult<M>>;
	/** Calls a public method without a token. Throws like `call`. */
	openCall<M extends MethodName>(method: M, params: MethodParams<M>): Promise<MethodResult<M>>;
	/**
	 * Opens a WebSocket to the service that reconnects whenever it breaks. `onConnection` is called on every change
	 * of the connection's state.
	 */
	connect(isPublic: boolean, onConnection: NonNullable<StreamOptions['onConnection']>): Stream;
	/** Shows the text while `work` runs, unless `work` finishes quickly. */
	waiting<T>(text: string, work: (progress: Progress) => Promise<T>): Promise<T>;
	/** Prints only the result to standard output: as JSON, or as readable lines. */
	show(result: unknown, lines: () => readonly string[]): void;
	/** Prints a readable line to standard error; nothing with --json. */
	remark(line: string): void;
};

/** Creates the code of a command that calls a service. `run` receives a session. */
export function serviceCommand<Options>({
	name,
	needs,
	read,
	run,
}: {
	readonly name: string;
	readonly needs: Need;
	readonly read: (given: Given) => Options;
	readonly run: (options: Options, session: ServiceSession) => Promise<number> | Promise<void>;
}): CommandCode {
	return commandCode({
		read: (given) => ({ options: read(given), service: serviceOptions(given.values) }),
		async run({ options, service }, parts) {
			return (await run(options, await openSession(name, needs, service, parts))) ?? EXIT_CODES.OK;
		},
	});
}

/**
 * Returns the width and colours for remarks. These go to standard error, which may differ from standard output: only
 * one of the two may be a terminal.
 */
export function remarkStyle({ terminal: { stderr }, parts }: ServiceSession) {
	return { width: stderr.columns(), paint: paintFor(stderr, parts.env) };
}

/** Values of the flags that every service command takes. */
export type ServiceOptions = ReturnType<typeof serviceOptions>;

/** Reads the flags that every service command takes. `openSession` checks the address. */
export function serviceOptions(values: Values) {
	return {
		// Only `config` and `data-dir` select the service's settings. For example, `--mode` of `execute` is not the
		// service's mode.
		flags: { config: textOf(values.config), 'data-dir': textOf(values['data-dir']) },
		url: textOf(values.url),
		tokenFile: textOf(values['token-file']),
		json: values.json === true,
	};
}

/** Opens a session without calling the service. Rejects with UsageError, ConfigError or NoServiceError. */
export async function openSession(
	command: string,
	needs: Need,
	service: ServiceOptions,
	parts: CliParts,
): Promise<ServiceSession> {
	const { env, cwd, clock, output, terminal } = parts;
	const { json } = service;
	const remark = (line: string) => {
		if (!json) output.remark(line);
	};
	const url = await serviceAddress(command, {
		given: service.url,
		env,
		// Imported only if no address was given, because loading the schema of all settings takes longer than a call.
		config: async () =>
			(await import('../src/config/load-config.ts')).loadConfig({ flags: service.flags, env, cwd }),
	});
	const token = (): TokenSource | undefined =>
		needs === 'public' ? undefined : bearerToken(command, url, service.tokenFile, { ...parts, remark });
	let client: Client | undefined;
	const waiting = waitingOn({ screen: terminal.stderr, clock, env, isQuiet: json });
	const ask = <M extends MethodName>(
		{ call }: Client,
		method: M,
		params: MethodParams<M>,
	): Promise<MethodResult<M>> =>
		waiting(`Waiting for ${method}`, () =>
			(call as (name: M, given: object) => Promise<MethodResult<M>>)(method, params),
		);
	return {
		url,
		json,
		terminal,
		output,
		clock,
		paint: paintFor(terminal.stdout, env),
		width: terminal.stdout.columns(),
		parts,
		waiting,
		remark,
		call(method, params) {
			client ??= createClient({ url, token: token() });
			return ask(client, method, params);
		},
		openCall: (method, params) => ask(createClient({ url }), method, params),
		connect: (isPublic, onConnection) =>
			connectStream({ url, onConnection, ...(isPublic ? {} : { token: token() }) }),
		show: (result, lines) => printResult(output, json, result, lines),
	};
}

/** Creates the session's `waiting` function. A nested call uses the progress line of the outer call. */
function waitingOn({
	screen,
	clock,
	env,
	isQuiet,
}: Pick<CliParts, 'clock' | 'env'> & {
	readonly screen: Screen;
	readonly isQuiet: boolean;
}): ServiceSession['waiting'] {
	let outer: Progress | undefined;
	return async (text, work) => {
		if (outer !== undefined) return work(outer);
		const progress = openProgress(screen, { clock, paint: paintFor(screen, env), isQuiet });
		outer = progress;
		progress.say(text);
		try {
			return await work(progress);
		} finally {
			outer = undefined;
			progress.end();
		}
	};
}
