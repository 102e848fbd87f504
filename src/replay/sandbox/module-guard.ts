/**
 * Limits what a policy can import: files of its own folder, the client, and Node's modules without side effects. It
 * runs in the policy's process.
 */

import { registerHooks } from 'node:module';

/** Folders from which a policy may import. */
export type ImportLimits = {
	/** URL of the policy's folder, with a slash at the end. */
	readonly folder: string;
	/** URL of the client's entry, which `carrywire/client` names. */
	readonly client: string;
};

/** Node's modules that a policy may import. The permission model limits `fs`. */
const HARMLESS = ['assert', 'assert/strict', 'events', 'fs', 'path', 'string_decoder', 'url', 'util'];
const CLIENT = 'carrywire/client';
/** Formats by ending. Every file of a policy is an ES module, because `require` would lead past this guard. */
const FORMATS: Readonly<Record<string, string>> = {
	ts: 'module-typescript',
	mts: 'module-typescript',
	js: 'module',
	mjs: 'module',
};

/** Applies the limits to every import from now on. */
export function guardImports({ folder, client }: ImportLimits): void {
	const clientFolder = new URL('.', client).href;
	registerHooks({
		resolve(specifier, context, next) {
			if (specifier === CLIENT) return { url: client, shortCircuit: true };
			const builtIn = specifier.replace(/^node:/, '');
			if (HARMLESS.includes(builtIn)) return { url: `node:${builtIn}`, shortCircuit: true };
			const isPath = /^(?:\.{0,2}\/|file:)/.test(specifier);
			if (!isPath) throw refused(specifier);
			const { href, protocol } = new URL(specifier, context.parentURL);
			const isInside = href.startsWith(folder) || href.startsWith(clientFolder);
			if (protocol !== 'file:' || !isInside || formatOf(href) === undefined) throw refused(specifier);
			return next(specifier, context);
		},
		load(url, context, next) {
			return next(url, url.startsWith('file:') ? { ...context, format: formatOf(url) } : context);
		},
	});
}

function formatOf(url: string): string | undefined {
	return FORMATS[url.slice(url.lastIndexOf('.') + 1)];
}

function refused(specifier: string): Error {
	return new Error(
		`A policy cannot import ${specifier}. It may import .ts, .mts, .js and .mjs files of its folder, ${CLIENT}, and node:${HARMLESS.join(', node:')}.`,
	);
}
