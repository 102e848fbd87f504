/** Reasons for a halt that the service itself gives, in Spanish. */
import type { halt as english } from './halt.ts';
import type { Translated } from './translated.ts';

/** Reasons, in Spanish. */
export const halt: Translated<typeof english> = {
	fromChat: ({ platform }) => `Detenido desde ${platform}.`,
	restored: ({ made }) =>
		`Restaurado de la copia de seguridad del ${made}. Comprueba las posiciones en los exchanges y ejecuta después carrywire resume.`,
};
