import HTTPTypes

/// The kinds of problems with an artefact: an archive of a test run, or one of its texts.
package enum ArtefactProblem: String, ProblemTopic {
    case refused = "artefact-refused"

    package static let heading = "The artefact"

    package var definition: ProblemDefinition {
        switch self {
        case .refused:
            ProblemDefinition(
                .unprocessableContent,
                "The artefact cannot be made safe",
                meaning:
                    "the archive is damaged, encrypted or ambiguous, something in it is larger than the server's memory allows, or, with "
                    + "`unknown=fail`, it has a file that is neither a picture nor a text",
                remedy: "correct what the detail names, or send its files one by one",
                guide: "Artefacts#By-HTTP"
            )
        }
    }
}
