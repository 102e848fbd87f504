/**
 * Runs in its own process, holds unmodified ccxt instances and calls their methods. It reads one JSON command per
 * line from standard input and responds to each with one JSON line. The test process never imports ccxt, so the test
 * cannot change ccxt's state.
 */

import { createInterface } from 'node:readline';
import { messageOf } from '../../src/domain/message-of.ts';
import { type CcxtInstance, redirect } from './redirect.ts';

/** `open` creates an instance, `call` calls one of its methods, `read` returns one of its properties. */
export type CcxtCommand =
	| {
			readonly kind: 'open';
			readonly id: number;
			readonly name: string;
			/** File name of the ccxt class without `.js`, such as `bybit` or `kucoinfutures`. */
			readonly exchange: string;
			readonly pro: boolean;
			readonly config: Readonly<Record<string, unknown>>;
			/** Port on 127.0.0.1 for each host name. */
			readonly hosts: Readonly<Record<string, number>>;
	  }
	| {
			readonly kind: 'call';
			readonly id: number;
			readonly name: string;
			readonly method: string;
			readonly args: readonly unknown[];
	  }
	| { readonly kind: 'read'; readonly id: number; readonly name: string; readonly member: string };

export type CcxtAnswer =
	| { readonly id: number; readonly ok: true; readonly result: unknown }
	| {
			readonly id: number;
			readonly ok: false;
			/** Class name of the error, then the names of its ancestors. */
			readonly classes: readonly string[];
			readonly message: string;
	  };

const instances = new Map<string, Record<string, unknown>>();

async function answer(command: CcxtCommand): Promise<unknown> {
	if (command.kind === 'open') return open(command);
	const instance = instances.get(command.name);
	if (instance === undefined) throw new Error(`No instance named ${command.name}.`);
	if (command.kind === 'read') return instance[command.member];
	const method = instance[command.method];
	if (typeof method !== 'function') throw new Error(`${command.name} has no method ${command.method}.`);
	// JSON has no undefined, so null marks an omitted argument.
	const args = command.args.map((argument) => (argument === null ? undefined : argument));
	return await method.apply(instance, args);
}

async function open(command: Extract<CcxtCommand, { kind: 'open' }>): Promise<null> {
	const base = new URL('./src/', import.meta.resolve('ccxt'));
	const file = new URL(`${command.pro ? 'pro/' : ''}${command.exchange}.js`, base);
	const ExchangeClass = (await import(file.href)).default as new (
		config: Readonly<Record<string, unknown>>,
	) => CcxtInstance & Record<string, unknown>;
	const instance = new ExchangeClass(command.config);
	await redirect(instance, new Map(Object.entries(command.hosts)));
	instances.set(command.name, instance);
	return null;
}

function classesOf(error: unknown): string[] {
	const names: string[] = [];
	for (let proto = Object.getPrototypeOf(error); proto !== null; proto = Object.getPrototypeOf(proto)) {
		names.push(proto.constructor.name);
	}
	return names;
}

function say(answered: CcxtAnswer): void {
	process.stdout.write(`${JSON.stringify(answered, (_key, value) => value ?? null)}\n`);
}

// If a ccxt watch method fails between two calls, its promise rejects without a handler. That must not stop the
// process.
process.on('unhandledRejection', () => undefined);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
	const command = JSON.parse(line) as CcxtCommand;
	answer(command).then(
		(result) => say({ id: command.id, ok: true, result }),
		(error: unknown) => {
			const message = messageOf(error);
			say({ id: command.id, ok: false, classes: classesOf(error), message });
		},
	);
});
lines.on('close', () => process.exit(0));
