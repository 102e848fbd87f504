/** Sentences on the pages of the authorization server, in Spanish. */
import type { authorization as authorizationEnglish, terminalCode as codeEnglish } from './authorization.ts';
import type { Translated } from './translated.ts';

/** Why the server cannot answer an application's request, in Spanish. */
export const authorization: Translated<typeof authorizationEnglish> = {
	responseMode: ({ mode }) => `response_mode no debe ser ${mode}`,
	otherBrowser: () => 'no respondiste a la solicitud de acceso en este navegador',
	pageTooOld: () => 'esta página estuvo abierta demasiado tiempo',
	failed: () => 'el servicio falló; su registro contiene los detalles',
};

/** Messages about a code that a user copied from a terminal, in Spanish. */
export const terminalCode: Translated<typeof codeEnglish> = {
	absent: () => 'Introduce el código que muestra tu terminal.',
	invalid: () => 'Este código no es válido o ha caducado. Mira tu terminal o empieza allí de nuevo.',
	otherPage: () => 'Esta página ha caducado o se abrió en otro navegador. Introduce el código de nuevo.',
};
