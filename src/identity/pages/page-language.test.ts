import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { addLanguage, inLanguage, languageOf, pageLanguage, texts } from './page-language.ts';

describe('the language of a page', () => {
	test.each([
		[undefined, undefined, 'en'],
		[undefined, 'es', 'es'],
		[undefined, 'es-MX,es;q=0.9,en;q=0.8', 'es'],
		[undefined, 'en-GB,es;q=0.5', 'en'],
		[undefined, 'fr, es;q=0.3, en;q=0.7', 'en'],
		[undefined, 'es;q=0, en;q=0.1', 'en'],
		[undefined, 'fr-CA', 'en'],
		[undefined, '*', 'en'],
		[undefined, ';;;q=,,', 'en'],
		['carrywire_language=es', 'en', 'es'],
		['a=b; carrywire_language=en; c=d', 'es', 'en'],
		['carrywire_language=fr', 'es', 'es'],
		['xcarrywire_language=en', 'es', 'es'],
	])('cookies %j and accepted languages %j give %s', (cookies, accepted, expected) => {
		expect(languageOf(cookies, accepted)).toBe(expected);
	});

	test('is English outside a request', () => {
		expect([pageLanguage(), texts().FRAME.logIn]).toEqual(['en', 'Log in']);
	});

	test('lasts for everything that a call starts', async () => {
		const later = inLanguage('es', async () => {
			await Promise.resolve();
			return texts().FRAME.logIn;
		});
		expect([await later, texts().FRAME.logIn]).toEqual(['Iniciar sesión', 'Log in']);
	});

	test('applies to a request, after its body too', async () => {
		await using app = fastify();
		addLanguage(app);
		app.all('/', async () => texts().SHELL.loading);
		const headers = { 'accept-language': 'es' };
		const answers = [
			await app.inject({ url: '/', headers }),
			await app.inject({ url: '/', method: 'POST', headers, payload: { some: 'body' } }),
			await app.inject({ url: '/' }),
		];
		expect(answers.map(({ body }) => body)).toEqual([
			'Cargando el panel …',
			'Cargando el panel …',
			'Loading the dashboard …',
		]);
	});
});
