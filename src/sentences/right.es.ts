/** Refusals of callers without the right to make a call, in Spanish. */
import type { right as english } from './right.ts';
import type { Translated } from './translated.ts';

/** Refusals of callers without the right to make a call, in Spanish. */
export const right: Translated<typeof english> = {
	ownerOnly: ({ agent, method }) =>
		`El agente ${agent} no puede llamar a ${method}; solo su propietario puede.`,
	grant: ({ scope, own }) =>
		`Para conceder el permiso ${scope}, necesitas un token que lo tenga; el tuyo tiene ${own.join(' ')}.`,
	loginOnly: ({ method }) =>
		`${method} necesita un navegador con sesión iniciada; los tokens de API, las aplicaciones y los agentes no lo pueden llamar.`,
	sumsHidden: () =>
		'En este servicio, los totales de todos los usuarios necesitan un token con el permiso arb:read (ajuste server.publicFigures).',
	userGone: () => 'El usuario de esta sesión ya no existe.',
};
