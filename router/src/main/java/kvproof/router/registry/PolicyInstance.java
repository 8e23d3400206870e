package kvproof.router.registry;

import kvproof.router.document.DocumentNode;

/**
 * A policy type with parameters, under a name.
 *
 * @param parameters a mapping, which may be empty; the type says what it means
 */
public record PolicyInstance(String name, String type, DocumentNode parameters) {}
