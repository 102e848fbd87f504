/**
 * Chooses the language of a page and keeps it while the request is answered. The visitor's choice, in a cookie, wins
 * over the languages that the browser accepts.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LANGUAGES, type Language, languageNamed } from '../../domain/languages.ts';
import type { Translated } from '../../sentences/translated.ts';
import * as spanish from './text.es.ts';
import * as english from './text.ts';

type PageTexts = Translated<typeof english>;

const TEXTS: Readonly<Record<Language, PageTexts>> = { en: english, es: spanish };
const DEFAULT_LANGUAGE = LANGUAGES[0];
const current = new AsyncLocalStorage<Language>();

/**
 * Returns the language for a request.
 * @param cookies the `Cookie` header
 * @param accepted the `Accept-Language` header (RFC 9110, 12.5.4)
 */
export function languageOf(cookies: string | undefined, accepted: string | undefined): Language {
	const [, chosen = ''] = /(?:^|;\s*)carrywire_language=([a-z]+)(?:;|$)/.exec(cookies ?? '') ?? [];
	return languageNamed(chosen) ?? firstAccepted(accepted ?? '') ?? DEFAULT_LANGUAGE;
}

function firstAccepted(accepted: string): Language | undefined {
	const ranked = accepted
		.split(',')
		.map((range) => {
			const [tag = '', weight = '1'] = range.trim().split(/\s*;\s*q=/);
			return { language: languageNamed(tag), weight: Number(weight) };
		})
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => b.weight - a.weight);
	return ranked.find(({ language }) => language !== undefined)?.language;
}

/** Calls `answer`; everything that it starts uses the language. */
export function inLanguage<T>(language: Language, answer: () => T): T {
	return current.run(language, answer);
}

/** Answers each request of a scope in its language. */
export function addLanguage(scope: FastifyInstance): void {
	scope.addHook('onRequest', (request, _reply, done) => inLanguage(requestLanguage(request), done));
	// The body arrives on events of the connection, which do not know the request's language.
	scope.addHook('preValidation', (request, _reply, done) => inLanguage(requestLanguage(request), done));
}

function requestLanguage({ headers }: FastifyRequest): Language {
	return languageOf(headers.cookie, headers['accept-language']);
}

/** Returns the language of the request that is being answered; English outside a request. */
export function pageLanguage(): Language {
	return current.getStore() ?? DEFAULT_LANGUAGE;
}

/** Returns the text tables in the language of the request. */
export function texts(): PageTexts {
	return TEXTS[pageLanguage()];
}
